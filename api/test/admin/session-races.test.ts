import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilLockWaiters, untilSettled } from '../barriers.ts';
import { booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;
let admin: Caller;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  admin = await signedIn(service, 'admin');
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const openOrders = (sessionId: number) => service.sql('select id from spray_order where session_id = $1 and not closed', [sessionId]);

test.each([
  { what: 'deactivated', change: { active: false }, sessionId: 3 },
  { what: 'moved', change: { startTime: '07:15', endTime: '07:45' }, sessionId: 4 },
])(
  'when fifty bookings on two instances race with their session being $what, then no order is left in it',
  async ({ change, sessionId }) => {
    for (let round = 0; round < 4; round++) {
      const date = `2026-12-0${round + 1}`;
      await service.sql('update spray_session set capacity = 50 where id = $1', [sessionId]);
      const bookings = Array.from({ length: 50 }, (_, n) =>
        callerOn(n % 2 === 0 ? service : other, farmer).post('/api/farmer/order', booking({ date, session: { id: sessionId } })),
      );
      await untilSettled(bookings, round * 10);
      const changed = await admin.patch(`/api/admin/session/${sessionId}`, change);
      const answers = await Promise.all(bookings);
      const won = answers.filter(({ status }) => status === 200).length;
      expect(answers.every(({ status, body }) => status === 200 || ['SESSION_FULL', 'VALIDATION_FAILED'].includes(body.code))).toBe(true);
      expect((await openOrders(sessionId)).length).toBe(won);
      if (changed.status === 200 && 'active' in change) expect(won).toBe(0);
      else if (changed.status !== 200) expect([changed.body.code, won > 0]).toEqual(['SESSION_IN_USE', true]);
      // A successful booking has the session at the time that its response states.
      const answeredMinutes = answers.filter(({ status }) => status === 200).map(({ body }) => body.session.startTime.minute);
      const [now] = await service.sql<{ minute: number }>(
        'select extract(minute from start_time)::int as minute from spray_session where id = $1',
        [sessionId],
      );
      expect(answeredMinutes.every((minute) => minute === now?.minute)).toBe(true);
      await service.sql("update spray_order set order_status = 'cancelled' where session_id = $1", [sessionId]);
      await service.sql(
        "update spray_session set active = true, start_time = date_trunc('hour', start_time::interval)::time where id = $1",
        [sessionId],
      );
      await service.sql('delete from session_day where session_id = $1', [sessionId]);
    }
  },
);

test('when a booking is in progress, then the deactivation waits for it and is refused', async () => {
  const sessionId = 5;
  await placed(farmer, { date: '2026-12-10', session: { id: sessionId } });
  await service.sql("update spray_order set order_status = 'cancelled' where session_id = $1", [sessionId]);
  // This transaction locks the place of that day, so the booking under test waits in the middle.
  const { booked, off } = await service.database.transaction(async (tx) => {
    await tx.rows({ name: undefined, text: 'update session_day set taken = 0 where session_id = 5' });
    const booked = farmer.post('/api/farmer/order', booking({ date: '2026-12-10', session: { id: sessionId } }));
    await untilLockWaiters(tx, 1);
    const off = callerOn(other, admin).patch(`/api/admin/session/${sessionId}`, { active: false });
    await untilLockWaiters(tx, 2);
    return { booked, off };
  });
  expect((await booked).status).toBe(200);
  expect((await off).body.code).toBe('SESSION_IN_USE');
});

test.each([
  { what: 'moved', change: "start_time = '17:30'" },
  { what: 'deactivated', change: 'active = false' },
])('when the session is being $what during a booking or a move into it, then both wait and are refused', async ({ change }) => {
  const date = '2026-12-15';
  const { id } = await placed(farmer, { date, session: { id: 1 } });
  let waiting: Promise<{ status: number; body: { code: string } }>[] = [];
  await service.database.transaction(async (tx) => {
    await tx.rows({ name: undefined, text: 'select 1 from spray_session where id = 6 for update' });
    waiting = [
      farmer.post('/api/farmer/order', booking({ date, session: { id: 6 } })),
      farmer.post(`/api/farmer/order/${id}/reschedule`, { date, session: { id: 6 } }),
    ];
    await untilLockWaiters(tx, 2);
    await tx.rows({ name: undefined, text: `update spray_session set ${change} where id = 6` });
  });
  expect((await Promise.all(waiting)).map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'VALIDATION_FAILED'],
    [400, 'VALIDATION_FAILED'],
  ]);
  expect(await service.sql('select * from session_day where session_id = 6')).toEqual([]);
  await service.sql("update spray_session set active = true, start_time = '17:00' where id = 6");
});

test('when a reschedule races with a deactivation, then only one succeeds and the order has an active session', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await placed(farmer, { date: `2026-12-2${round}`, session: { id: 1 } });
    const move = callerOn(other, farmer).post(`/api/farmer/order/${id}/reschedule`, { date: `2026-12-2${round}`, session: { id: 6 } });
    const [moved, off] = await Promise.all([move, admin.patch('/api/admin/session/6', { active: false })]);
    const order = (await farmer.get(`/api/farmer/order/${id}`)).body;
    expect(order.session.id).toBe(moved.status === 200 ? 6 : 1);
    expect([moved.status, off.status].filter((status) => status === 200).length).toBe(1);
    await farmer.post(`/api/farmer/order/${id}/cancel`);
    await admin.patch('/api/admin/session/6', { active: true });
  }
});
