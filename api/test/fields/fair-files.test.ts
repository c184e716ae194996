import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

describe('files of several users', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const preview = async (caller: Caller, file: string) => {
    const response = await fetch(`${service.url}/api/farmer/field-import/preview?fileName=fields.kml`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/octet-stream' },
      body: file,
    });
    const { code, fields } = (await response.json()) as { code?: string; fields?: unknown[] };
    return { status: response.status, code, fields: fields?.length, retryAfter: Number(response.headers.get('retry-after')) };
  };
  const kml = (placemarks: number) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${Array.from(
      { length: placemarks },
      (_, n) =>
        `<Placemark><name>Field ${n}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>105.3,10.4 105.301,10.4 105.301,10.401 105.3,10.4</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
    ).join('')}</Document></kml>`;

  test('when a farmer reads many slow files, then a small file of another farmer is read meanwhile, and too many at once are refused', async () => {
    const [busy, other] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
    const slow = kml(600);
    let done = 0;
    const sent = Array.from({ length: 23 }, async () => {
      const answer = await preview(busy, slow);
      if (answer.status === 200) done++;
      return answer;
    });
    // The others are refused while those before them are still read.
    await Promise.any(sent.map(async (answer) => expect((await answer).status).toBe(429)));
    expect(await preview(other, kml(1))).toMatchObject({ status: 200, fields: 1 });
    expect(done).toBeLessThan(3);
    const answers = await Promise.all(sent);
    const refused = answers.filter(({ status }) => status !== 200);
    // One is read and twenty wait; one more for each that has been read before the last is sent.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(21);
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 5 });
  });
});
