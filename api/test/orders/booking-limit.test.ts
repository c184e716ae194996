import { afterAll, beforeAll, expect, test } from 'vitest';
import { booking, type Caller, callerBooking, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let admin: Caller;
let receptionist: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  await service.sql('update spray_session set capacity = 100000');
  admin = await signedIn(service, 'admin');
  receptionist = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

const book = (who: Caller, headers: Record<string, string> = {}) => who.post('/api/farmer/order', booking(), headers);
const limitOf = (who: Caller) => `/api/receptionist/farmer/${who.id}/booking-limit`;
const openOf = async ({ id }: Caller) => (await service.sql('select 1 from spray_order where farmer_id = $1 and not closed', [id])).length;

test('when a farmer has reached the limit of open bookings, then the next is a 409, until one is closed', async () => {
  const farmer = await signedIn(service, 'farmer');
  expect((await admin.get('/api/admin/setting')).body.openBookingLimit).toBe(100);
  expect((await admin.patch('/api/admin/setting', { openBookingLimit: 2 })).body.openBookingLimit).toBe(2);
  const first = await placed(farmer);
  await placed(farmer);
  expect((await book(farmer)).body).toMatchObject({ status: 409, code: 'TOO_MANY_OPEN_BOOKINGS' });
  const [{ taken } = { taken: 0 }] = await service.sql<{ taken: number }>('select max(taken) as taken from session_day');
  expect(taken).toBe(2);
  expect((await farmer.post(`/api/farmer/order/${first.id}/cancel`)).status).toBe(200);
  expect((await book(farmer)).status).toBe(200);
  await admin.patch('/api/admin/setting', { openBookingLimit: 100 });
});

test('when the office sets a limit for one farmer, then it applies to that farmer only, is audited, and can be removed', async () => {
  const [farmer, neighbour] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  const set = await receptionist.put(limitOf(farmer), { limit: 1 });
  expect([set.status, set.body]).toEqual([200, { limit: 1, companyLimit: 100, openBookings: 0 }]);
  expect([(await book(farmer)).status, (await book(farmer)).body.code]).toEqual([200, 'TOO_MANY_OPEN_BOOKINGS']);
  expect([(await book(neighbour)).status, (await book(neighbour)).status]).toEqual([200, 200]);
  const call = { ...callerBooking(), farmer: { phoneNumber: farmer.phoneNumber } };
  expect((await receptionist.post('/api/receptionist/order', call)).status).toBe(200);
  expect((await receptionist.put(limitOf(farmer), { limit: 3 })).body).toEqual({ limit: 3, companyLimit: 100, openBookings: 2 });
  expect([(await book(farmer)).status, (await book(farmer)).body.code]).toEqual([200, 'TOO_MANY_OPEN_BOOKINGS']);
  expect((await receptionist.put(limitOf(farmer), { limit: null })).body.limit).toBe(null);
  expect((await book(farmer)).status).toBe(200);
  const audit = await admin.get(`/api/admin/audit/?actorId=${receptionist.id}&action=user_update&sort=id,asc`);
  expect(audit.body.content.map(({ changes }: { changes: unknown }) => changes)).toEqual([
    [{ field: 'openBookingLimit', from: null, to: 1 }],
    [{ field: 'openBookingLimit', from: 1, to: 3 }],
    [{ field: 'openBookingLimit', from: 3, to: null }],
  ]);
});

test('when the limit is not an integer, or the user not a farmer, then it is a 400 or a 404', async () => {
  const farmer = await signedIn(service, 'farmer');
  for (const limit of [-1, 1.5, '5', 1_000_001]) expect((await receptionist.put(limitOf(farmer), { limit })).status).toBe(400);
  expect((await receptionist.put(limitOf(receptionist), { limit: 5 })).status).toBe(404);
  expect((await receptionist.get(limitOf(receptionist))).status).toBe(404);
});

test.each([[false], [true]])(
  'when one farmer books fifty times at once on two instances (with keys: %s), then exactly the limit is booked',
  async (withKeys) => {
    const farmer = await signedIn(service, 'farmer');
    await receptionist.put(limitOf(farmer), { limit: 20 });
    const callers = [farmer, callerOn(other, farmer)] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => book(callers[n % 2] as Caller, withKeys ? { 'idempotency-key': `limit-${n}` } : {})),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_OPEN_BOOKINGS')).toHaveLength(30);
    expect(await openOf(farmer)).toBe(20);
  },
);
