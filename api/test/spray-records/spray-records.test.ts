import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { canonicalJson } from '../../src/spray-records/canonical-json-rules.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { finish, job, recordOf, setProfile, sprayed } from './record-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller;

beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.now = testNow;
  await setProfile(service, 'vn');
});

const revise = (id: number, body: object) => office.post(`/api/receptionist/spray-record/${id}/version`, body);
const versionsOf = async (id: number) => (await office.get(`/api/receptionist/spray-record/${id}/version/`)).body.content;

test('when the office knows mix, licence and drone, then the finish makes a complete record with exact totals and intervals', async () => {
  const id = await job(service, farmer, crew, true);
  await finish(crew, id, { note: 'Wind from the river.' });
  const record = await recordOf(office, id);
  expect(record).toMatchObject({
    orderId: id,
    visit: 1,
    version: 1,
    complete: true,
    missing: [],
    profile: 'vn',
    reEntryAt: new Date(testNow.getTime() + 24 * 3_600_000).toISOString(),
    content: {
      treatedArea: 8,
      treatedAreaHa: 0.8,
      products: [{ name: 'Rầy Xanh 250', authorisationNumber: '1234/CNĐKT', dose: 300, total: 240, totalUnit: 'g' }],
      water: { litresPerHectare: 16, totalLitres: 12.8 },
      operator: { id: crew.id, licences: [{ number: `AG-${crew.id}`, validUntil: '2030-01-01' }] },
      customer: { id: farmer.id, address: '1 Test Street, Chợ Mới, An Giang, 90000' },
      equipment: { droneModel: 'DJI Agras T40', droneRegistration: 'VN-1' },
      target: 'Rầy nâu',
      note: 'Wind from the river.',
      version: { cause: 'finish', madeBy: { id: crew.id, role: 'sprayer' }, reason: null },
    },
  });
  expect(createHash('sha256').update(canonicalJson(record.content)).digest('hex')).toBe(record.hash);
});

test('when something is missing, then the work is finished all the same, and the record names it and its deadline', async () => {
  const id = await job(service, farmer, crew);
  await service.sql('update licence set retired_at = now()');
  await finish(crew, id);
  const record = await recordOf(office, id);
  expect(record).toMatchObject({ complete: false, missing: ['operatorLicence', 'products'] });
  expect(record.dueAt).toBe(new Date(testNow.getTime() + 7 * 24 * 3_600_000).toISOString());
  const open = (await office.get('/api/receptionist/spray-record/?state=incomplete&sort=date,asc')).body;
  expect(open.content.map((item: { orderId: number }) => item.orderId)).toContain(id);
  expect(open.page.totalElements).toBe(open.content.length);

  const partly = await revise(record.id, { version: 1, details: { operatorLicence: 'AG-9' } });
  expect(partly.body).toMatchObject({ version: 2, complete: false, missing: ['products'] });
  // A value that the record has is corrected, not completed.
  const changes = { treatedArea: 5, products: [sprayed] };
  expect((await revise(record.id, { version: 2, details: changes })).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'reason' }],
  });
  const whole = await revise(record.id, { version: 2, details: { products: [sprayed] } });
  expect(whole.body).toMatchObject({
    version: 3,
    complete: true,
    content: { version: { cause: 'completion' }, products: [{ total: 240 }] },
  });
});

test('when a complete record is changed, then it needs a reason, and earlier versions stay', async () => {
  const id = await job(service, farmer, crew, true);
  await finish(crew, id);
  const record = await recordOf(office, id);
  expect((await revise(record.id, { version: 1, details: { target: 'Sâu cuốn lá' } })).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ path: 'reason' }],
  });
  const corrected = await revise(record.id, { version: 1, details: { target: 'Sâu cuốn lá' }, reason: 'Wrong target.' });
  expect(corrected.body).toMatchObject({ version: 2, complete: true, content: { target: 'Sâu cuốn lá' } });
  expect((await revise(record.id, { version: 1, details: { target: 'x' }, reason: 'y' })).body.code).toBe('RECORD_CHANGED');
  // Nothing changes: no version.
  expect((await revise(record.id, { version: 2, details: { target: ' Sâu cuốn lá ' }, reason: 'y' })).body.version).toBe(2);
  expect(await versionsOf(record.id)).toMatchObject([
    { version: 2, cause: 'correction', reason: 'Wrong target.', madeBy: { id: office.id, role: 'receptionist' } },
    { version: 1, cause: 'finish', reason: null, madeBy: { id: crew.id } },
  ]);
  const after = { finishedAt: new Date(testNow.getTime() + 60_000).toISOString() };
  const before = { startedAt: testNow.toISOString(), finishedAt: new Date(testNow.getTime() - 60_000).toISOString() };
  for (const details of [
    after,
    before,
    { bbch: 100 },
    { eppoCode: 'rice plant' },
    { products: [{ name: ' ' }] },
    { unknown: 1, bbch: 'x' },
  ])
    expect((await revise(record.id, { version: 2, details, reason: 'y' })).status).toBe(400);
  // As the note of the crew.
  const note = 'Wind from the river.\nStopped for ten minutes.';
  expect((await revise(record.id, { version: 2, details: { note }, reason: 'y' })).body).toMatchObject({ version: 3, content: { note } });
});

test('when fifty revisions of one version are sent to two processes at once, then one is stored and the others are told of it', async () => {
  const id = await job(service, farmer, crew, true);
  await finish(crew, id);
  const record = await recordOf(office, id);
  const desks = [office, callerOn(await service.another(), office)] as [Caller, Caller];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      desks[n % 2 === 0 ? 0 : 1].post(`/api/receptionist/spray-record/${record.id}/version`, {
        version: 1,
        details: { target: `Sâu ${n}` },
        reason: 'Wrong target.',
      }),
    ),
  );
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort();
  expect(outcomes).toEqual([200, ...Array(49).fill('RECORD_CHANGED')]);
  expect(await versionsOf(record.id)).toHaveLength(2);
});

test('when a crew reports offline and later, then the record is the one of a report at once', async () => {
  const startedAt = new Date(testNow.getTime() - 3_600_000).toISOString();
  const finishedAt = new Date(testNow.getTime() - 600_000).toISOString();
  const weatherEnd = { windKmh: 6, windDirectionDeg: 90, temperatureC: 31, humidityPercent: 70 };
  const sprayRecord = { eppoCode: 'orysa', bbch: 51, weatherEnd, buffersKept: '5 m' };
  const contents = [];
  for (const laterMs of [0, 3 * 3_600_000]) {
    const id = await job(service, farmer, crew, true);
    service.clock.now = new Date(testNow.getTime() + laterMs);
    await finish(crew, id, { startedAt, finishedAt, clockOffsetMs: 0, sprayRecord });
    const { content } = await recordOf(office, id);
    contents.push({ ...content, number: '', orderId: '', version: { ...content.version, madeAt: '' } });
  }
  expect(contents[0]).toEqual(contents[1]);
  expect(contents[0]).toMatchObject({ startedAt, finishedAt, crop: { eppoCode: 'ORYSA', bbch: 51 }, buffersKept: '5 m' });
  expect(contents[0].weather.end.measured).toEqual({ ...weatherEnd, gustKmh: null });
});

test('when a late report is accepted, then the visit has a record of the crew that sprayed', async () => {
  const former = await signedIn(service, 'sprayer');
  const id = await job(service, farmer, crew, true);
  await service.sql('insert into former_crew_member (order_id, sprayer_id, removed_at) values ($1, $2, $3)', [id, former.id, testNow]);
  await former.post(`/api/sprayer/order/${id}/late-report`, { areaSprayed: 8 });
  const [report] = (await office.get(`/api/receptionist/order/${id}/late-report/`)).body.content;
  await office.post(`/api/receptionist/order/${id}/late-report/${report.id}/decision`, { decision: 'accepted' });
  expect((await recordOf(office, id)).content).toMatchObject({
    operator: { id: former.id },
    helpers: [{ id: crew.id }],
    version: { madeBy: { id: office.id } },
  });
});

test('when others ask for a record, then a farmer sees own ones only, and a sprayer those of own jobs', async () => {
  const [otherFarmer, otherCrew, admin] = [
    await signedIn(service, 'farmer'),
    await signedIn(service, 'sprayer'),
    await signedIn(service, 'admin'),
  ];
  const own = await job(service, otherFarmer, otherCrew, true);
  await finish(otherCrew, own);
  const { id, number } = await recordOf(office, own);
  const paths = (caller: Caller) => [`/api/${caller.role}/spray-record/${id}`, `/api/${caller.role}/spray-record/${id}/version/`];
  for (const reader of [otherFarmer, otherCrew]) {
    for (const path of paths(reader)) expect((await reader.get(path)).status).toBe(200);
    const { content, page } = (await reader.get(`/api/${reader.role}/spray-record/`)).body;
    expect([content.map((item: { number: string }) => item.number), page.totalElements]).toEqual([[number], 1]);
  }
  for (const stranger of [farmer, crew]) {
    for (const path of paths(stranger)) expect((await stranger.get(path)).body.code).toBe('NOT_FOUND');
    const { content } = (await stranger.get(`/api/${stranger.role}/spray-record/?size=200`)).body;
    expect(content.map((item: { id: number }) => item.id)).not.toContain(id);
  }
  expect((await farmer.get(`/api/farmer/spray-record/?orderId=${own}`)).body.content).toEqual([]);
  expect((await admin.get(`/api/receptionist/spray-record/${id}`)).body.number).toBe(number);
  for (const role of ['farmer', 'sprayer', 'admin'])
    expect((await (role === 'farmer' ? otherFarmer : otherCrew).post(`/api/receptionist/spray-record/${id}/version`, {})).status).toBe(403);
});

test('when accounts are merged, then the records go with the orders', async () => {
  const [kept, duplicate] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const id = await job(service, duplicate, crew);
  await finish(crew, id);
  await service.sql('update spray_order set farmer_id = $2 where id = $1', [id, kept.id]);
  expect((await kept.get('/api/farmer/spray-record/')).body.content).toHaveLength(1);
  expect((await duplicate.get('/api/farmer/spray-record/')).body.content).toHaveLength(0);
});

test('when an admin chooses a profile, then later records follow it, and the audit trail has the change', async () => {
  const admin = await signedIn(service, 'admin');
  const changed = await admin.put('/api/admin/spray-record-setting', { profile: 'nsw' });
  expect(changed.body).toMatchObject({ profile: 'nsw', profiles: expect.arrayContaining([expect.objectContaining({ id: 'eu' })]) });
  const id = await job(service, farmer, crew, true);
  await finish(crew, id);
  expect((await recordOf(office, id)).missing).toEqual([
    ...['companyAddress', 'companyContact', 'startTime', 'wind', 'windDirection', 'temperature', 'humidity'],
  ]);
  const [entry] = (await admin.get('/api/admin/audit/?action=setting_update')).body.content;
  expect(entry.changes).toEqual([{ field: 'profile', from: 'vn', to: 'nsw' }]);
  expect((await admin.put('/api/admin/spray-record-setting', { profile: 'mars' })).status).toBe(400);
});
