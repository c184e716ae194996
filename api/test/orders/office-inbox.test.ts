import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveOrder, removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';

let service: Service;
let farmer: Caller;
let office: Caller;

beforeAll(async () => {
  // Without background work, so that no timer changes the arranged orders.
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
});
afterAll(() => service.close());

interface Item {
  reason: string;
  since: string;
  order: { id: number; date: string };
}

const inbox = async (query = ''): Promise<Item[]> => (await office.get(`/api/receptionist/inbox/?size=200&${query}`)).body.content;
const reasonsOf = async (id: number): Promise<string[]> =>
  (await inbox()).filter(({ order }) => order.id === id).map(({ reason }) => reason);
const hoursAgo = (hours: number) => new Date(testNow.getTime() - hours * 3_600_000);

/** Books for a later day, then sets the date and status in the database. */
async function order(
  date: string,
  status: Parameters<typeof moveOrder>[2]['orderStatus'],
  facts: Record<string, unknown> = {},
): Promise<number> {
  const { id } = await placed(farmer, { date: '2026-12-01', paymentMethod: 'visa' });
  await moveOrder(service, id, { orderStatus: status, paymentStatus: 'pending', paymentMethod: 'visa' });
  for (const [column, value] of Object.entries({ date, ...facts }))
    await service.sql(`update spray_order set ${column} = $2 where id = $1`, [id, value]);
  return id;
}

describe('when an order is of this kind, then the to-do list has it for this reason, or not at all', () => {
  test.each([
    // Now is 15 November, 09:00, in Ho Chi Minh City.
    ['confirmed for today', '2026-11-15', 'confirmed', {}, ['unassigned_soon']],
    ['confirmed for tomorrow', '2026-11-16', 'confirmed', {}, ['unassigned_soon']],
    ['confirmed for the day after', '2026-11-17', 'confirmed', {}, []],
    ['assigned for today', '2026-11-15', 'assigned', {}, []],
    ['confirmed for yesterday', '2026-11-14', 'confirmed', {}, ['overdue']],
    ['assigned for yesterday', '2026-11-14', 'assigned', {}, ['overdue']],
    ['pending for yesterday', '2026-11-14', 'pending', {}, ['overdue']],
    ['in progress since yesterday', '2026-11-14', 'in_progress', {}, ['overdue']],
    ['in progress since today', '2026-11-15', 'in_progress', {}, []],
    ['reported yesterday, a few hours ago', '2026-11-14', 'in_progress', { reported_at: hoursAgo(23) }, []],
    ['reported more than a day ago', '2026-11-13', 'in_progress', { reported_at: hoursAgo(25) }, ['sign_off_due']],
    ['reported long ago, settled just now', '2026-11-10', 'in_progress', { reported_at: hoursAgo(99), settled_at: hoursAgo(1) }, []],
    ['pending for in two days', '2026-11-17', 'pending', {}, ['waiting']],
    ['pending for in three days', '2026-11-18', 'pending', {}, []],
    ['pending for in three days, for more than a day', '2026-11-18', 'pending', { created_at: hoursAgo(25) }, ['waiting']],
    ['failed to pay', '2026-11-30', 'assigned', { payment_status: 'failed' }, ['payment_failed']],
    ['completed and failed to pay', '2026-11-10', 'completed', { payment_status: 'failed' }, ['payment_failed']],
    ['cancelled and failed to pay', '2026-11-10', 'cancelled', { payment_status: 'failed' }, []],
    ['failed to pay and without a crew', '2026-11-16', 'confirmed', { payment_status: 'failed' }, ['unassigned_soon', 'payment_failed']],
    [
      'cancelled after it was paid in cash',
      '2026-11-10',
      'cancelled',
      { payment_status: 'paid', payment_method: 'cash', overpaid: 375000 },
      ['refund_due'],
    ],
    ['cancelled after it was paid by card', '2026-11-10', 'cancelled', { payment_status: 'paid', payment_method: 'visa' }, []],
    ['completed', '2026-11-10', 'completed', {}, []],
    ['cancelled', '2026-11-15', 'cancelled', {}, []],
  ] as const)('%s', async (_, date, status, facts, reasons) => {
    expect(await reasonsOf(await order(date, status, facts))).toEqual(reasons);
  });

  test('with an open objection', async () => {
    const id = await order('2026-11-12', 'in_progress', { reported_at: hoursAgo(48) });
    expect((await farmer.post(`/api/farmer/order/${id}/objection`, { text: 'Half is dry.' })).status).toBe(200);
    expect(await reasonsOf(id)).toEqual(['objection']);
    await office.post(`/api/receptionist/order/${id}/objection/resolve`, { text: 'We come back.' });
    expect(await reasonsOf(id)).toEqual([]);
  });
});

test('when the to-do list is read, then the most urgent comes first, and pages and counts match', async () => {
  const all = await inbox();
  const urgency = ['unassigned_soon', 'overdue', 'objection', 'waiting', 'payment_failed', 'refund_due', 'payment_stuck', 'sign_off_due'];
  const ranks = all.map(({ reason, order: { date } }) => `${urgency.indexOf(reason)} ${date}`);
  expect(ranks).toEqual([...ranks].sort());
  const paged: Item[] = [];
  for (let page = 0; page < Math.ceil(all.length / 3); page++) {
    const { body } = await office.get(`/api/receptionist/inbox/?size=3&page=${page}`);
    expect(body.page.totalElements).toBe(all.length);
    paged.push(...body.content);
  }
  expect(paged).toEqual(all);
  const { body: count } = await office.get('/api/receptionist/inbox/count');
  expect(count.total).toBe(all.length);
  for (const reason of urgency) expect(count.byReason[reason]).toBe(all.filter((item) => item.reason === reason).length);
  const two = await inbox('reason=waiting,overdue');
  expect(two).toEqual(all.filter(({ reason }) => reason === 'waiting' || reason === 'overdue'));
  expect((await office.get('/api/receptionist/inbox/?reason=late')).status).toBe(400);
});

test('when an item has a time, then it is the time of the event that caused it', async () => {
  const since = async (id: number) => (await inbox()).find((item) => item.order.id === id)?.since;
  // The sixth session ends at 18:00, which is 11:00 UTC; midnight is 17:00 UTC.
  expect(await since(await order('2026-11-14', 'assigned', { session_id: 6 }))).toBe('2026-11-14T11:00:00.000Z');
  expect(await since(await order('2026-11-16', 'confirmed', { created_at: hoursAgo(200) }))).toBe('2026-11-14T17:00:00.000Z');
  expect(await since(await order('2026-11-16', 'confirmed', { created_at: hoursAgo(1) }))).toBe(hoursAgo(1).toISOString());
  const failed = await order('2026-12-24', 'assigned', { payment_status: 'failed' });
  await service.sql("insert into payment (order_id, kind, amount, currency, method, at) values ($1, 'failure', 1, 'VND', 'visa', $2)", [
    failed,
    hoursAgo(3),
  ]);
  expect(await since(failed)).toBe(hoursAgo(3).toISOString());
});
