import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, call, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { finish, job, recordOf, setProfile, sprayed } from './record-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;
let record: Answer['body'];

beforeAll(async () => {
  service = await startService({ idle: true, trustProxy: 1 });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
  await setProfile(service, 'eu');
  const id = await job(service, farmer, crew, true);
  await finish(crew, id, { sprayRecord: { eppoCode: 'ORYSA' } });
  record = await recordOf(office, id);
});
afterAll(() => service.close());

const period = 'from=2026-11-01&to=2026-12-31';

test('when a record is read as a PDF, then office, farmer and crew get it in both languages, and strangers do not', async () => {
  const stranger = await signedIn(service, 'farmer');
  const read = (by: Caller, language: string) =>
    fetch(`${service.url}/api/${by.role}/spray-record/${record.id}/record.pdf?language=${language}`, {
      headers: { authorization: `Bearer ${by.token}` },
    });
  for (const reader of [office, farmer, crew])
    for (const language of ['en', 'vi']) {
      const answer = await read(reader, language);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.length).toBeGreaterThan(5000);
    }
  expect((await read(stranger, 'en')).status).toBe(404);
});

test('when a period is exported, then CSV and XLSX have the columns of the profile, and JSON the whole records', async () => {
  const csv = (await office.get(`/api/receptionist/spray-record.csv?${period}&profile=eu&language=en`)).text;
  const [head = '', row = ''] = csv.replace(/^\uFEFF/, '').split('\r\n');
  expect(head).toContain('EPPO code');
  expect(head).not.toContain('Humidity');
  expect(row).toContain('ORYSA');
  expect(row).toContain(record.hash);
  const answer = await fetch(`${service.url}/api/receptionist/spray-record.xlsx?${period}&language=vi`, {
    headers: { authorization: `Bearer ${office.token}` },
  });
  const sheet = Buffer.from(unzipSync(new Uint8Array(await answer.arrayBuffer()))['xl/worksheets/sheet1.xml'] ?? []).toString();
  expect(sheet).toContain('Mã EPPO');
  expect(sheet).toContain('Độ ẩm');
  expect(sheet).toContain('Độ ẩm (%): nguồn');
  const id = await job(service, farmer, crew, true);
  await finish(crew, id, { sprayRecord: { eppoCode: 'ORYSA', weatherStart: { windKmh: 6 } } });
  const all = (await office.get(`/api/receptionist/spray-record.csv?${period}&language=en`)).text;
  expect(all).toContain('"Wind (km/h)","Wind (km/h): source"');
  expect(all).toContain('"6","measured"');
  const json = (await office.get(`/api/receptionist/spray-record.json?${period}`)).body;
  expect(json.records).toContainEqual({ hash: record.hash, content: record.content });
  expect((await office.get(`/api/receptionist/spray-record.json?${period}&state=complete`)).body.records).toEqual([]);
  expect((await office.get('/api/receptionist/spray-record.csv?from=2026-11-02&to=2026-11-01')).status).toBe(400);
});

const check = (number: string, hash: string, address = '203.0.113.7') =>
  call(service, 'POST', '/api/auth/spray-record-check', { body: { number, hash }, headers: { 'x-forwarded-for': address } });

test('when anyone checks a printed record, then the answer is genuine or not, and nothing else', async () => {
  const { number, hash, id } = record;
  for (const typed of [number, ` ${number.toLowerCase()} `, String(id)]) expect((await check(typed, hash)).body).toEqual({ genuine: true });
  expect((await check(number, hash.toUpperCase().replace(/(.{8})/g, '$1 '))).body).toEqual({ genuine: true });
  const wrong = [
    [number, 'a'.repeat(64)],
    ['SR-999999', hash],
    ['nothing', hash],
    ['SR-99999999999999999999', hash],
    [number, ''],
  ] as const;
  for (const [first, second] of wrong) {
    const answer = await check(first, second);
    expect([answer.status, answer.text]).toEqual([200, '{"genuine":false}']);
  }
  // A corrected record stays genuine in its earlier version.
  await office.post(`/api/receptionist/spray-record/${id}/version`, { version: 1, details: { bbch: 51 } });
  expect((await check(number, hash)).body).toEqual({ genuine: true });
  expect((await check(number, (await office.get(`/api/receptionist/spray-record/${id}`)).body.hash)).body).toEqual({ genuine: true });
});

test('when an address checks too often, then it has to wait, and others do not', async () => {
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push((await check('SR-1', 'x', '198.51.100.9')).status);
  expect(answers).toEqual([...Array(30).fill(200), 429]);
  expect((await check('SR-1', 'x', '192.0.2.1')).status).toBe(200);
});

test('when a crew opens the report, then it is asked only for what is missing, with answers of the last visit', async () => {
  const known = await job(service, farmer, crew, true);
  const form = (id: number) => crew.get(`/api/sprayer/order/${id}/spray-record-form`);
  expect((await form(known)).body).toMatchObject({
    profile: 'eu',
    asked: ['eppoCode', 'bbch'],
    suggested: { eppoCode: 'ORYSA', products: [] },
  });
  const unknown = await job(service, farmer, crew);
  const { asked, suggested } = (await form(unknown)).body;
  expect(asked).toEqual(['products', 'eppoCode', 'bbch']);
  expect(suggested.products).toMatchObject([{ name: sprayed.name, dose: sprayed.dose, doseUnit: sprayed.doseUnit }]);
  const stranger = await signedIn(service, 'sprayer');
  expect((await stranger.get(`/api/sprayer/order/${unknown}/spray-record-form`)).status).toBe(404);
  await setProfile(service, 'none');
  expect((await form(unknown)).body.asked).toEqual([]);
});
