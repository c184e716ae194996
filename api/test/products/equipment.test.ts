import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remindOfExpiry } from '../../src/notifications/remind-of-expiry.ts';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Caller, call, callerOn, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  [admin, office, farmer] = await Promise.all([signedIn(service, 'admin'), signedIn(service, 'receptionist'), signedIn(service, 'farmer')]);
});
afterAll(() => service.close());

const require = (requiresValidLicences: boolean) => admin.put('/api/admin/equipment-setting', { requiresValidLicences });
beforeEach(() => require(false));

const today = '2026-11-15';
const licence = { number: 'CC-1', class: 'Drone', issuer: 'An Giang', validUntil: '2026-11-20' };
const drone = { model: 'Agri 30', serial: 'S1', registration: 'VN-1', validUntil: '2026-11-20', tankLitres: 30, swathMetres: 7 };
const confirmed = (date: string) =>
  orderInState(service, farmer, { orderStatus: 'confirmed', paymentStatus: 'pending', paymentMethod: 'cash' }, [], { date });
const assign = (id: number, ...crew: Caller[]) =>
  office.put(`/api/receptionist/order/${id}/sprayers`, { sprayerIds: crew.map((one) => Number(one.id)) });
const addLicence = (sprayer: Caller, change: object = {}) =>
  admin.post('/api/admin/licence', { sprayerId: Number(sprayer.id), ...licence, ...change });

describe('licences', () => {
  test('when an admin adds, changes and retires one, then the office and its sprayer see it, and the audit trail has it', async () => {
    const [sprayer, other] = await Promise.all([signedIn(service, 'sprayer'), signedIn(service, 'sprayer')]);
    const { id } = (await addLicence(sprayer)).body;
    expect((await addLicence(sprayer, { number: 'cc-1' })).body.code).toBe('LICENCE_EXISTS');
    expect((await addLicence(farmer)).body.code).toBe('CREW_UNKNOWN');
    await admin.put(`/api/admin/licence/${id}`, { ...licence, validUntil: '2027-01-01' });
    expect((await sprayer.get('/api/sprayer/licence/')).body.content).toMatchObject([{ id, number: 'CC-1', validUntil: '2027-01-01' }]);
    expect((await other.get('/api/sprayer/licence/')).body.content).toEqual([]);
    expect((await call(service, 'DELETE', `/api/admin/licence/${id}`, { token: admin.token })).status).toBe(200);
    expect((await office.get(`/api/receptionist/licence/?sprayerId=${sprayer.id}`)).body.content).toEqual([]);
    expect((await call(service, 'DELETE', `/api/admin/licence/${id}`, { token: admin.token })).status).toBe(404);
    const { content } = (await admin.get('/api/admin/audit/?action=licence_create,licence_update,licence_retire')).body;
    expect(content.map(({ action }: { action: string }) => action)).toEqual(['licence_retire', 'licence_update', 'licence_create']);
  });

  test('when they are required, then a crew without a valid one is not assigned or suggested; the last valid day counts', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    await addLicence(sprayer);
    const [valid, expired] = [await confirmed('2026-11-20'), await confirmed('2026-11-21')];
    await require(true);
    const crewsOf = async (id: number) => (await office.get(`/api/receptionist/order/${id}/sprayer-suggestions`)).text;
    expect((await assign(expired.id, sprayer)).body.code).toBe('LICENCE_EXPIRED');
    expect(await crewsOf(expired.id)).not.toContain(`"id":${sprayer.id}`);
    expect(await crewsOf(valid.id)).toContain(`"id":${sprayer.id}`);
    expect((await assign(valid.id, sprayer)).status).toBe(200);
    await require(false);
    expect((await assign(expired.id, sprayer)).status).toBe(200);
  });

  test('when 50 crews are assigned while their licences are retired, then each is assigned before or refused, and no later one is assigned', async () => {
    const sprayers = await Promise.all(Array.from({ length: 50 }, () => signedIn(service, 'sprayer')));
    const orders: { id: number }[] = [];
    for (const sprayer of sprayers) {
      await addLicence(sprayer);
      orders.push(await confirmed('2026-11-18'));
    }
    const [setting, ...answers] = await Promise.all([
      require(true),
      ...sprayers.map((sprayer, at) => assign(orders[at]?.id ?? 0, sprayer)),
    ]);
    expect([setting.status, ...new Set(answers.map(({ status }) => status))]).toEqual([200, 200]);
    const licences = (await office.get('/api/receptionist/licence/?size=200')).body.content;
    const ids = sprayers.map((sprayer) => licences.find((one: { sprayer: { id: number } }) => String(one.sprayer.id) === sprayer.id).id);
    const later: { id: number }[] = [];
    for (let n = 0; n < 50; n++) later.push(await confirmed('2026-11-19'));
    const results = await Promise.all(
      sprayers.flatMap((sprayer, at) => [
        assign(later[at]?.id ?? 0, sprayer),
        call(service, 'DELETE', `/api/admin/licence/${ids[at]}`, { token: admin.token }),
      ]),
    );
    const codes = new Set(results.filter(({ status }) => status !== 200).map(({ body }) => body.code));
    expect([...codes].filter((code) => code !== 'LICENCE_EXPIRED')).toEqual([]);
    const { id } = await confirmed('2026-11-17');
    expect((await assign(id, sprayers[0] as Caller)).body.code).toBe('LICENCE_EXPIRED');
  }, 120_000);

  test('when the licence has expired, then the crew cannot start, unless it started offline', async () => {
    const [crew, offline] = await Promise.all([signedIn(service, 'sprayer'), signedIn(service, 'sprayer')]);
    const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const job = await orderInState(service, farmer, state, [crew], { date: '2026-11-16' });
    const other = await orderInState(service, farmer, state, [offline], { date: '2026-11-16' });
    await require(true);
    service.clock.now = new Date('2026-11-16T02:00:00Z');
    expect((await crew.post(`/api/sprayer/order/${job.id}/start`)).body.code).toBe('LICENCE_EXPIRED');
    const begun = `/api/sprayer/order/${other.id}/start?startedAt=2026-11-16T01:00:00Z`;
    expect((await offline.post(begun, { offline: true })).status).toBe(200);
    await addLicence(crew);
    expect((await crew.post(`/api/sprayer/order/${job.id}/start`)).status).toBe(200);
    service.clock.now = testNow;
  });
});

describe('drones', () => {
  test('when a drone is chosen, then office and crew see it; a retired or expired one is refused', async () => {
    const sprayer = await signedIn(service, 'sprayer');
    const { id } = (await admin.post('/api/admin/drone', drone)).body;
    expect((await admin.post('/api/admin/drone', { ...drone, serial: 's1' })).body.code).toBe('DRONE_EXISTS');
    const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
    const job = await orderInState(service, farmer, state, [sprayer], { date: '2026-11-21' });
    expect((await sprayer.put(`/api/sprayer/order/${job.id}/drone`, { droneId: id })).body.drone).toMatchObject({ id, model: 'Agri 30' });
    expect((await office.get(`/api/receptionist/order/${job.id}/drone`)).body.drone.registration).toBe('VN-1');
    await require(true);
    expect((await office.put(`/api/receptionist/order/${job.id}/drone`, { droneId: id })).body.code).toBe('LICENCE_EXPIRED');
    expect((await office.put(`/api/receptionist/order/${job.id}/drone`, { droneId: null })).body).toEqual({ drone: null });
    await require(false);
    expect((await admin.put(`/api/admin/drone/${id}`, { ...drone, active: false })).body.active).toBe(false);
    expect((await office.put(`/api/receptionist/order/${job.id}/drone`, { droneId: id })).body.errors).toMatchObject([{ path: 'droneId' }]);
    expect((await sprayer.get('/api/sprayer/drone/?active=true')).body.content).toEqual([]);
  });

  test('when 50 choose one drone for ten orders of a session on two processes, then one order has it; a moved or reopened order gives way', async () => {
    const other = await service.another();
    const { id: droneId } = (await admin.post('/api/admin/drone', { ...drone, serial: 'S2' })).body;
    const date = '2026-11-24';
    const orders: { id: number }[] = [];
    for (let n = 0; n < 10; n++) orders.push(await confirmed(date));
    const callers = [office, callerOn(other, office)];
    const choose = (orderId: number, n = 0) => (callers[n % 2] as Caller).put(`/api/receptionist/order/${orderId}/drone`, { droneId });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => choose(orders[n % 10]?.id ?? 0, n)));
    const holders = await service.sql<{ order_id: string }>('select order_id from order_drone where drone_id = $1', [droneId]);
    expect(holders).toHaveLength(1);
    const holder = Number(holders[0]?.order_id);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['DRONE_TAKEN']));
    // Another session is free, and the order gives way when it moves to where the drone is used.
    const elsewhere = await confirmed('2026-11-25');
    expect((await choose(elsewhere.id)).status).toBe(200);
    const session = (await office.get(`/api/receptionist/order/${holder}`)).body.session.id;
    const move = (id: number, to: string) =>
      office.post(`/api/receptionist/order/${id}/reschedule`, { date: to, session: { id: session } });
    expect((await move(elsewhere.id, date)).status).toBe(200);
    expect((await office.get(`/api/receptionist/order/${elsewhere.id}/drone`)).body).toEqual({ drone: null });
    expect((await move(holder, '2026-11-26')).status).toBe(200);
    expect((await office.get(`/api/receptionist/order/${holder}/drone`)).body.drone.id).toBe(droneId);
    expect((await choose(elsewhere.id)).status).toBe(200);
    // A cancelled order does not hold it.
    await service.sql("update spray_order set order_status = 'cancelled' where id = $1", [elsewhere.id]);
    const next = orders.find((one) => one.id !== holder)?.id ?? 0;
    expect((await choose(next)).status).toBe(200);
    await service.sql("update spray_order set order_status = 'confirmed' where id = $1", [elsewhere.id]);
    expect((await office.get(`/api/receptionist/order/${elsewhere.id}/drone`)).body).toEqual({ drone: null });
  });
});

test('when something expires, then its sprayer and the office get one mail 30, 7 and 1 day before', async () => {
  await service.sql('delete from licence');
  await service.sql('update drone set active = false');
  const sprayer = await signedIn(service, 'sprayer');
  const { id } = (await addLicence(sprayer, { number: 'REMIND', validUntil: '2026-12-15' })).body;
  const subjects = async () =>
    (await service.sql<{ to_address: string }>("select to_address from outgoing_mail where subject like '%REMIND%'")).map(
      (row) => row.to_address,
    );
  const remindAt = (date: string) => remindOfExpiry(service.database, service.app.catalog, new Date(`${date}T05:00:00Z`));
  expect(await remindAt('2026-11-14')).toBe(0);
  const [first, ...rest] = await Promise.all(Array.from({ length: 50 }, () => remindAt(today)));
  expect([first, ...rest].reduce((sum = 0, sent) => sum + (sent ?? 0), 0)).toBe(3);
  expect((await subjects()).sort()).toEqual([admin.email, office.email, sprayer.email].sort());
  expect([await remindAt('2026-12-07'), await remindAt('2026-12-08'), await remindAt('2026-12-13'), await remindAt('2026-12-14')]).toEqual([
    0, 3, 0, 3,
  ]);
  await admin.put(`/api/admin/licence/${id}`, { ...licence, number: 'REMIND', validUntil: '2027-01-10' });
  expect(await remindAt('2026-12-15')).toBe(3);
});
