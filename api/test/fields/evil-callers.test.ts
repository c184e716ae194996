import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toShapefile } from '../../src/fields/export-rules.ts';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { invalidEvilShapes, shifted, validEvilShapes } from './evil-shapes.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
beforeAll(async () => {
  service = await startService();
  [farmer, office] = [await signedIn(service, 'farmer'), await signedIn(service, 'receptionist')];
});
afterAll(() => service.close());

/** Each of these once blocked the service for ten seconds to hours. Beside other tests, an ordinary answer may take seconds. */
const generousMs = 8000;
const points = 4000;

const send = async (caller: Caller, path: string, body: string | Uint8Array, type = 'application/octet-stream') => {
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': type };
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  await response.arrayBuffer();
  return response.status;
};
const sendField = (boundary: object, name: string) =>
  send(farmer, '/api/farmer/field', JSON.stringify({ name, boundary }), 'application/json');
const preview = (file: string | Uint8Array) => send(farmer, '/api/farmer/field-import/preview', file);
const get = async (caller: Caller, path: string) => {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${caller.token}` } });
  await response.arrayBuffer();
  return response.status;
};

const text = new TextEncoder();
const workbook = (code: string) =>
  zipSync({
    'xl/workbook.xml': text.encode('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/styles.xml': text.encode(`<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts></styleSheet>`),
  });
const layers = Array.from({ length: 3000 }, (_, n) =>
  Object.entries(toShapefile([])).map(([name, part]) => [name.replace('fields', String(n)), part]),
);

/** The longest time in which the service answered nobody. */
async function longestAnswerMs(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const watch = (async () => {
    while (!isDone) {
      const began = performance.now();
      expect((await fetch(`${service.url}/api/auth/company/logo`)).status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await watch;
  return longest;
}

test('when a farmer sends boundaries that make slow geometry slow, then others are answered meanwhile, also when the boundaries are read', async () => {
  const valid = Object.entries(validEvilShapes);
  const longest = await longestAnswerMs(async () => {
    for (const [at, [name, make]] of valid.entries())
      expect([name, await sendField(shifted(make(points), at * 0.01, 0), name)]).toEqual([name, 200]);
    for (const [name, make] of Object.entries(invalidEvilShapes)) expect([name, await sendField(make(points), name)]).toEqual([name, 400]);
    const fields = await service.sql<{ id: string }>('select id from field order by id');
    expect(fields).toHaveLength(valid.length);
    for (const { id } of fields) expect(await get(farmer, `/api/farmer/field/${id}/overlap/`)).toBe(200);
    expect(await get(office, '/api/receptionist/field-map?box=105,10,106,11&zoom=10')).toBe(200);
    for (const format of ['geojson', 'kml', 'isoxml', 'shapefile'])
      expect([format, await get(farmer, `/api/farmer/field-export/${format}`)]).toEqual([format, 200]);
  });
  expect(longest).toBeLessThan(generousMs);
});

test('when files and bodies are made to be slow, then they are refused, and others are answered meanwhile', async () => {
  const longest = await longestAnswerMs(async () => {
    expect(await preview(`<kml>${'<Placemark>'.repeat(20_000)}${'</Placemark>'.repeat(20_000)}</kml>`)).toBe(415);
    expect(await preview(`<kml>${'<'.repeat(5_000_000)}`)).toBe(415);
    expect(await preview('['.repeat(9_000_000))).toBe(415);
    expect(await preview(zipSync(Object.fromEntries(layers.flat()), { level: 0 }))).toBe(415);
    const sheet = '/api/receptionist/spreadsheet-import?kind=farmers';
    expect(await send(office, sheet, workbook('['.repeat(120_000)))).toBe(415);
    const pairs = `{"name":"x","boundary":{"type":"Polygon","coordinates":[${'[0,0],'.repeat(200_000)}[0,0]]}}`;
    expect(await send(farmer, '/api/farmer/field', pairs, 'application/json')).toBe(400);
    expect(await send(farmer, '/api/farmer/field', pairs.replace('[0', `${' '.repeat(3_000_000)}[0`), 'application/json')).toBe(413);
    expect(await send(farmer, '/api/farmer/field', `{"name":${'['.repeat(1_000_000)}`, 'application/json')).toBe(400);
  });
  expect(longest).toBeLessThan(generousMs);
});
