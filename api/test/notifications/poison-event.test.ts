import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let farmer: Caller;

beforeEach(async () => {
  service = await startService();
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
});
afterEach(() => service.close());

/** An event that no version of the service can dispatch. */
const poison = async (orderId: string) => {
  const [row] = await service.sql<{ id: string }>(
    "insert into outbox_event (at, type, order_id) values ($1, 'no such type', $2) returning id",
    [service.clock.now, orderId],
  );
  return String(row?.id);
};
const notifications = async (orderId: string) =>
  (await service.sql<{ subject: string }>('select subject from notification where order_id = $1 order by id', [orderId])).map(
    ({ subject }) => subject,
  );
const state = async (id: string) =>
  (await service.sql('select attempts, last_error, next_attempt_at from outbox_event where id = $1', [id]))[0];
const deadLetters = () => service.sql('select event_id, attempts, last_error from dead_letter order by event_id');

/** Skips the back-off until the event is a dead letter. */
async function exhaust(id: string): Promise<void> {
  await eventually(async () => {
    await service.sql('update outbox_event set next_attempt_at = null where id = $1', [id]);
    expect(await deadLetters()).toContainEqual(expect.objectContaining({ event_id: id }));
  });
}

test('when one event cannot be dispatched, then earlier and later events of other orders are dispatched, and it is retried', async () => {
  await service.close();
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  const orders: { id: number }[] = [];
  for (let n = 0; n < 30; n++) orders.push(await placed(farmer));
  const bad = await placed(farmer);
  const id = await poison(bad.id);
  for (let n = 0; n < 30; n++) orders.push(await placed(farmer));
  service.app.work();
  await eventually(async () =>
    expect(await service.sql('select 1 from notification where order_id = any($1)', [orders.map((order) => order.id)])).toHaveLength(60),
  );
  expect(await notifications(bad.id)).toHaveLength(1);
  await eventually(async () =>
    expect(await state(id)).toEqual({ attempts: 1, last_error: expect.any(String), next_attempt_at: expect.any(Date) }),
  );
  expect(await service.sql('select 1 from outbox_event')).toHaveLength(1);
});

test('when an event of an order waits for its next attempt, then later events of that order wait behind it, in order', async () => {
  const order = await placed(farmer);
  await eventually(async () => expect(await notifications(order.id)).toHaveLength(1));
  const id = await poison(order.id);
  await eventually(async () => expect(await state(id)).toMatchObject({ attempts: 1 }));
  await farmer.post(`/api/farmer/order/${order.id}/confirm`);
  const other = await placed(farmer);
  await eventually(async () => expect(await notifications(other.id)).toHaveLength(1));
  expect(await notifications(order.id)).toHaveLength(1);

  // The event is repaired.
  await service.sql("update outbox_event set type = 'confirmed', next_attempt_at = null where id = $1", [id]);
  await eventually(async () => expect(await notifications(order.id)).toHaveLength(3));
  expect(await service.sql('select 1 from outbox_event')).toEqual([]);
});

test('when the clock is set back while an event waits for its next attempt, then the wait does not grow', async () => {
  const order = await placed(farmer);
  const id = await poison(order.id);
  await eventually(async () => expect(await state(id)).toMatchObject({ attempts: 1 }));
  await service.sql("update outbox_event set type = 'confirmed', next_attempt_at = next_attempt_at + interval '3 hours' where id = $1", [
    id,
  ]);
  await eventually(async () => expect(await notifications(order.id)).toHaveLength(2));
});

test("when every attempt has failed, then the event is a dead letter, the order's later events are dispatched, and the office has it to do", async () => {
  const office = await signedIn(service, 'receptionist');
  const order = await placed(farmer, { date: '2026-12-01' });
  const id = await poison(order.id);
  await exhaust(id);
  expect(await deadLetters()).toEqual([{ event_id: id, attempts: 5, last_error: expect.any(String) }]);
  expect((await farmer.post(`/api/farmer/order/${order.id}/confirm`)).status).toBe(200);
  await eventually(async () => expect(await notifications(order.id)).toHaveLength(2));
  const inbox = (await office.get('/api/receptionist/inbox/?reason=message_failed')).body;
  expect(inbox.content).toMatchObject([{ reason: 'message_failed', order: { id: order.id } }]);
  expect((await office.get('/api/receptionist/inbox/count')).body.byReason.message_failed).toBe(1);
});

test('when admins replay dead letters at the same time, then each is dispatched once', async () => {
  const admin = await signedIn(service, 'admin');
  const orders = [await placed(farmer), await placed(farmer)];
  const ids: string[] = [];
  for (const order of orders) ids.push(await poison(order.id));
  for (const id of ids) await exhaust(id);
  const list = (await admin.get('/api/admin/dead-letter/?sort=id,asc')).body;
  expect(list.page.totalElements).toBe(2);
  expect(list.content).toMatchObject(
    orders.map((order, at) => ({
      id: Number(ids[at]),
      type: 'no such type',
      orderId: order.id,
      attempts: 5,
      lastError: expect.any(String),
    })),
  );
  expect((await admin.post('/api/admin/dead-letter/999999/replay')).body.code).toBe('NOT_FOUND');

  await service.sql("update dead_letter set type = 'confirmed'");
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post(`/api/admin/dead-letter/${ids[0]}/replay`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['NOT_FOUND']));
  expect((await admin.post('/api/admin/dead-letter/replay')).body).toEqual({ replayed: 1 });
  for (const order of orders) await eventually(async () => expect(await notifications(order.id)).toHaveLength(2));
  expect((await admin.get('/api/admin/dead-letter/')).body.page.totalElements).toBe(0);
  const audit = (await admin.get('/api/admin/audit/?action=dead_letter_replay')).body;
  expect(audit.page.totalElements).toBe(2);
});

test('when two services dispatch and one event fails, then each of the others is dispatched once', async () => {
  await service.another();
  const readers = await Promise.all(Array.from({ length: 10 }, () => signedIn(service, 'farmer')));
  const first = await placed(farmer);
  await poison(first.id);
  await Promise.all(readers.flatMap((reader) => Array.from({ length: 5 }, () => placed(reader))));
  await eventually(async () => expect(await service.sql('select 1 from outbox_event')).toHaveLength(1));
  const rows = await service.sql<{ n: number }>(
    'select count(*)::int as n from notification where recipient_id = any($1) group by order_id',
    [readers.map(({ id }) => id)],
  );
  expect(rows.map(({ n }) => n)).toEqual(Array(50).fill(1));
});
