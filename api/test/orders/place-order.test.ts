import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booking, type Caller, callerBooking, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { expectProblem } from '../problem-shape.ts';

let service: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

describe('fifty bookings for the last two places', () => {
  test.each([1, 2])('when %i instance(s) serve them, then two get a place and the rest get SESSION_FULL', async (instances) => {
    const date = `2026-12-0${instances}`;
    const other = instances === 2 ? await service.another() : service;
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => callers[n % 2]?.post('/api/farmer/order', booking({ date }))));
    const won = answers.filter((answer) => answer?.status === 200);
    const full = answers.filter((answer) => answer?.status === 409 && answer.body.code === 'SESSION_FULL');
    const unexpected = answers.filter((answer) => answer !== undefined && ![200, 409].includes(answer.status));
    expect(unexpected.map((answer) => answer?.text)).toEqual([]);
    expect([won.length, full.length]).toEqual([2, 48]);
    const [day] = await service.sql<{ taken: number }>('select taken from session_day where date = $1 and session_id = 3', [date]);
    expect(day?.taken).toBe(2);
    const orders = await service.sql('select id from spray_order where date = $1', [date]);
    const history = await service.sql('select h.id from order_history h join spray_order o on o.id = h.order_id where o.date = $1', [date]);
    expect([orders.length, history.length]).toEqual([2, 2]);
  });
});

test('when a farmer books, then the service calculates the cost and ignores that of the client', async () => {
  const order = await placed(farmer, { area: 3.3333, cost: 1, date: '2026-11-20' });
  expect(order.cost).toBe(99999); // 3.3333 × 30,000
});

test('when date, session and crop cannot be booked, then the error names all of them', async () => {
  const refused = await farmer.post('/api/farmer/order', booking({ date: '2026-01-01', session: { id: 99 }, cropType: { id: 99 } }));
  expectProblem(refused, 400, 'VALIDATION_FAILED');
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['date', 'session.id', 'cropType.id']);
});

test('when a client sends part of the times of a session, then only its id is used', async () => {
  const session = { id: 4, startTime: { hour: 4 }, endTime: {} };
  expect(await placed(farmer, { date: '2026-11-20', session })).toMatchObject({ session: { id: 4, startTime: { minute: 0 } } });
});

test.each([
  ['fit their types', { area: 0, date: '2026-01-01', session: { id: 99 } }, ['area', 'date', 'session.id']],
  [
    'do not fit their types',
    { area: 0, date: 5, session: { id: { toString: 1 } }, cropType: null },
    ['area', 'cropType', 'date', 'session.id'],
  ],
  ['are missing', { area: 0, date: undefined, session: {}, cropType: { id: 99 } }, ['area', 'cropType.id', 'date', 'session.id']],
])('when several fields of a booking are wrong and %s, then the error names each of them once', async (_, changes, paths) => {
  const office = await signedIn(service, 'receptionist');
  const body = callerBooking(changes);
  const { paymentMethod: _method, ...requested } = body;
  for (const refused of [
    await farmer.post('/api/farmer/order', body),
    await farmer.post('/api/farmer/booking-request', requested),
    await office.post('/api/receptionist/order', { ...body, farmer: { phoneNumber: '0977 123 456', fullName: 'Năm Lúa' } }),
  ]) {
    expectProblem(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(paths);
  }
});

test('when the crop is deactivated during a booking, then the error names the crop, and no place is taken', async () => {
  const apart = await startService();
  try {
    const caller = await signedIn(apart, 'farmer');
    await eventually(async () => expect(apart.database.isListening).toBe(true));
    await caller.get('/api/common/crop/'); // cached from now on, and the change sends no notification
    await apart.sql('alter table crop disable trigger crop_changed');
    await apart.sql('update crop set active = false where id = 1');
    const refused = await caller.post('/api/farmer/order', booking());
    expectProblem(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([{ path: 'cropType.id', message: 'is not a crop that we spray' }]);
    expect(await apart.sql('select taken from session_day where taken > 0')).toEqual([]);
    expect((await caller.post('/api/farmer/order', booking({ cropType: { id: 2 } }))).status).toBe(200);
  } finally {
    await apart.close();
  }
});

test('when a session is deactivated or moved during a booking or a reschedule, then the error names the session', async () => {
  const apart = await startService();
  try {
    const caller = await signedIn(apart, 'farmer');
    const order = await placed(caller, { session: { id: 2 } });
    await eventually(async () => expect(apart.database.isListening).toBe(true));
    await apart.sql('alter table spray_session disable trigger spray_session_changed');
    const attempts = [
      () => caller.post('/api/farmer/order', booking()),
      () => caller.post(`/api/farmer/order/${order.id}/reschedule`, { date: '2026-11-17', session: { id: 3 } }),
    ];
    for (const [change, message] of [
      ["start_time = '06:30'", 'now begins at 06:30: please look at the sessions again'],
      ['active = false', 'is not one of our sessions'],
    ])
      for (const attempt of attempts) {
        await apart.sql("update spray_session set active = true, start_time = '06:00' where id = 3");
        apart.app.catalog.invalidate();
        await caller.get('/api/common/session/');
        await apart.sql(`update spray_session set ${change} where id = 3`);
        const refused = await attempt();
        expectProblem(refused, 400, 'VALIDATION_FAILED');
        expect(refused.body.errors).toEqual([{ path: 'session.id', message }]);
      }
  } finally {
    await apart.close();
  }
});

const spaced = '\u202a0977\u00a0123\u202f456\u202c';

test('when the office books for a number with no-break spaces and direction marks, then the farmer is created once and found again', async () => {
  const office = await signedIn(service, 'receptionist');
  const book = (phoneNumber: string, date: string) =>
    office.post('/api/receptionist/order', { ...callerBooking({ date }), farmer: { phoneNumber, fullName: 'Năm Lúa' } });
  const first = await book(spaced, '2026-12-10');
  expect([first.status, first.body.farmer?.phoneNumber]).toEqual([200, '0977 123 456']);
  const second = await book('+84 977123456', '2026-12-11');
  expect([second.status, second.body.farmer?.id]).toEqual([200, first.body.farmer.id]);
  const found = await office.get(`/api/receptionist/farmer?phone=${encodeURIComponent(spaced)}`);
  expect(found.body.content.map(({ id }: { id: number }) => id)).toEqual([first.body.farmer.id]);
});
