import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booking, type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;

beforeAll(async () => {
  service = await startService();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

describe('fifty people want the last two places', () => {
  test.each([1, 2])('when %i instance(s) serve them, then two get a place and the rest are told that it is full', async (instances) => {
    const date = `2026-12-0${instances}`;
    const other = instances === 2 ? await service.another() : service;
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => callers[n % 2]?.post('/api/farmer/order', booking({ date }))));
    const won = answers.filter((answer) => answer?.status === 200);
    const full = answers.filter((answer) => answer?.status === 409 && answer.body.code === 'SESSION_FULL');
    expect([won.length, full.length]).toEqual([2, 48]);
    const [day] = await service.sql<{ taken: number }>('select taken from session_day where date = $1 and session_id = 3', [date]);
    expect(day?.taken).toBe(2);
    const orders = await service.sql('select id from spray_order where date = $1', [date]);
    const history = await service.sql('select h.id from order_history h join spray_order o on o.id = h.order_id where o.date = $1', [date]);
    expect([orders.length, history.length]).toEqual([2, 2]);
  });
});

test('when a farmer books, then the cost is worked out by the service and not taken from the client', async () => {
  const order = await placed(farmer, { area: 3.3333, cost: 1, date: '2026-11-20' });
  expect(order.cost).toBe(99999); // 3.3333 × 30,000
});

test('when the crop is withdrawn in the very moment of booking, then there is no order and no place is lost', async () => {
  const apart = await startService();
  try {
    const caller = await signedIn(apart, 'farmer');
    await eventually(async () => expect(apart.database.hearing).toBe(true));
    await caller.get('/api/common/crop/'); // known from now on, and nobody will tell of the change
    await apart.sql('alter table crop disable trigger crop_changed');
    await apart.sql('update crop set active = false where id = 1');
    expect((await caller.post('/api/farmer/order', booking())).status).toBe(409);
    expect(await apart.sql('select taken from session_day where taken > 0')).toEqual([]);
    expect((await caller.post('/api/farmer/order', booking({ cropType: { id: 2 } }))).status).toBe(200);
  } finally {
    await apart.close();
  }
});
