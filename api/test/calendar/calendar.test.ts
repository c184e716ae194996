import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '../../src/platform/http/auth.ts';
import { orderInState } from '../arrange.ts';
import { type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { type Event, eventsIn } from './read-events.ts';

let logged = '';
const stream = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
let service: Service;
let other: Service;
const people = {} as Record<Role, Caller>;

beforeAll(async () => {
  service = await startService({ log: pino({ level: 'debug', base: null }, stream), observability: { logRequests: true } });
  other = await service.another();
  for (const role of roles) people[role] = await signedIn(service, role);
});
afterAll(() => service.close());

async function newAddress(person: Caller, at: Service = service): Promise<string> {
  const answer = await callerOn(at, person).post('/api/common/calendar-feed');
  if (answer.status !== 200) throw new Error(answer.text);
  return new URL(answer.body.url).pathname;
}

const read = (path: string, at: Service = service, headers: Record<string, string> = {}) => call(at, 'GET', path, { headers });
const eventsAt = async (path: string): Promise<Event[]> => {
  const answer = await read(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return eventsIn(answer.text);
};
const eventOf = async (path: string, orderId: number): Promise<Event | undefined> =>
  (await eventsAt(path)).find(({ uid }) => uid.startsWith(`order-${orderId}@`));

test('when a farmer, a sprayer and the office read their calendars, then each has its orders, in UTC, with one UID per order', async () => {
  const { farmer, receptionist, sprayer, admin } = people;
  const state = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'cash' } as const;
  const location = 'Đồng, cạnh; kênh\\ 7\nẤp "Long Hòa"';
  const order = await orderInState(service, farmer, state, [sprayer], { date: '2026-11-18', session: { id: 3 } });
  // As earlier versions accepted it.
  await service.sql('update spray_order set location = $2 where id = $1', [order.id, location]);
  const stranger = await signedIn(service, 'farmer');
  const pending = await placed(stranger, { date: '2026-11-19' });
  const expected = { status: 'CONFIRMED', start: '2026-11-17T23:00:00.000Z', end: '2026-11-18T00:00:00.000Z', location };
  const own = await eventOf(await newAddress(farmer), order.id);
  expect(own).toMatchObject({ ...expected, summary: 'Spraying: fruit, 12.5 decares' });
  const job = await eventOf(await newAddress(sprayer), order.id);
  expect(job).toMatchObject({ ...expected, uid: own?.uid, summary: expect.stringContaining('Test farmer') });
  expect(job?.description).toContain(farmer.phoneNumber);
  expect(await eventsAt(await newAddress(farmer))).toHaveLength(1);
  for (const office of [receptionist, admin]) {
    const path = await newAddress(office);
    expect(await eventOf(path, order.id)).toMatchObject({ ...expected, uid: own?.uid });
    expect(await eventOf(path, pending.id)).toMatchObject({ status: 'TENTATIVE' });
  }
});

test('when an order is confirmed, moved and cancelled, then its event keeps the UID, SEQUENCE rises, and it stays cancelled for 14 days', async () => {
  const farmer = await signedIn(service, 'farmer');
  const path = await newAddress(farmer);
  const { id } = await placed(farmer, { date: '2026-11-25' });
  const versions = [await eventOf(path, id)];
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  versions.push(await eventOf(path, id));
  await farmer.post(`/api/farmer/order/${id}/reschedule`, { date: '2026-11-26', session: { id: 2 } });
  versions.push(await eventOf(path, id));
  await farmer.post(`/api/farmer/order/${id}/cancel`);
  versions.push(await eventOf(path, id));
  expect(versions.map((event) => event?.status)).toEqual(['TENTATIVE', 'CONFIRMED', 'CONFIRMED', 'CANCELLED']);
  expect(new Set(versions.map((event) => event?.uid)).size).toBe(1);
  const sequences = versions.map((event) => event?.sequence ?? -1);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(versions[2]?.start).toBe('2026-11-25T22:00:00.000Z');
  service.clock.now = new Date(testNow.getTime() + 14 * 86_400_000 - 1000);
  expect((await eventOf(path, id))?.status).toBe('CANCELLED');
  service.clock.now = new Date(testNow.getTime() + 14 * 86_400_000 + 1000);
  expect(await eventOf(path, id)).toBeUndefined();
  service.clock.now = testNow;
});

test('when nothing has changed, then the ETag gives 304 without a body, on both processes; after a change it gives the calendar', async () => {
  const farmer = await signedIn(service, 'farmer');
  const path = await newAddress(farmer);
  const { id } = await placed(farmer, { date: '2026-11-27' });
  const first = await read(path);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  for (const at of [service, other]) {
    const again = await read(path, at, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  await farmer.post(`/api/farmer/order/${id}/confirm`);
  expect((await read(path, service, { 'if-none-match': etag })).status).toBe(200);
});

describe('the address', () => {
  test.each(roles)(
    'when a %s creates, replaces and revokes an address, then only the last one works, and none afterwards',
    async (role) => {
      const person = people[role];
      const first = await newAddress(person);
      const second = await newAddress(person);
      expect((await read(first)).status).toBe(404);
      expect((await read(second, other)).status).toBe(200);
      expect((await person.get('/api/common/calendar-feed')).body).toEqual({ createdAt: testNow.toISOString() });
      for (let n = 0; n < 2; n++) {
        const revoked = await call(service, 'DELETE', '/api/common/calendar-feed', { token: person.token });
        expect(revoked.body).toEqual({ done: true });
      }
      expect((await read(second, other)).status).toBe(404);
      expect((await person.get('/api/common/calendar-feed')).body).toEqual({ createdAt: null });
    },
  );

  test('when it is wrong in any way, then it is the same 404', async () => {
    const path = await newAddress(people.farmer);
    const wrong = [
      path.slice(0, -4),
      `${path}x`,
      path.replace(/.\.ics$/, '.ics'),
      '/api/calendar/x.ics',
      `/api/calendar/${'a'.repeat(43)}.ics`,
    ];
    for (const one of wrong) {
      const answer = await read(one);
      expect([one, answer.status, answer.body.code]).toEqual([one, 404, 'NOT_FOUND']);
    }
  });

  test('when the account is deactivated or gets another role, then it no longer works', async () => {
    const person = await signedIn(service, 'farmer');
    const path = await newAddress(person);
    await service.sql("update app_user set role = 'admin' where id = $1", [person.id]);
    expect((await read(path)).status).toBe(404);
    await service.sql("update app_user set role = 'farmer', active = false where id = $1", [person.id]);
    expect((await read(path)).status).toBe(404);
  });

  test('when fifty requests create it at once on two processes, then exactly one of the addresses works', async () => {
    const person = await signedIn(service, 'sprayer');
    const paths = await Promise.all(Array.from({ length: 50 }, (_, n) => newAddress(person, n % 2 === 0 ? service : other)));
    const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(49);
  });

  test('when it is used, then its token is neither in the log nor in the database', async () => {
    const path = await newAddress(people.farmer);
    const token = path.replace('/api/calendar/', '').replace('.ics', '');
    await read(path);
    await read(`${path}/more`);
    await read(`${path}?token=${token}`);
    const stored = await service.sql<{ text: string }>('select string_agg(to_jsonb(f)::text, $1) as text from calendar_feed f', [' ']);
    expect(stored[0]?.text).not.toContain(token);
    expect(logged).toContain('/api/calendar');
    expect(logged).not.toContain(token);
  });
});

test('when there are more orders than fit, or far away ones, then the calendar has the first 1000 of its window', async () => {
  const farmer = await signedIn(service, 'farmer');
  const { id } = await placed(farmer, { date: '2026-12-01' });
  await service.sql('alter table spray_order disable trigger user');
  await service.sql(
    `insert into spray_order (farmer_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status, payment_method,
                              confirmed, creation_date, created_at)
     select o.farmer_id, '2026-10-01'::date + n, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.cost, 'confirmed',
            o.payment_method, true, o.creation_date, o.created_at
       from spray_order o, generate_series(0, 500) n, generate_series(1, 4) where o.id = $1`,
    [id],
  );
  await service.sql('alter table spray_order enable trigger user');
  const events = await eventsAt(await newAddress(farmer));
  expect(events).toHaveLength(1000);
  expect(events[0]?.start).toBe('2026-10-15T23:00:00.000Z'); // 30 days before today
});
