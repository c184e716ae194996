import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let office: Caller;
let farmer: Caller;

// Events are dispatched only when the test does so: as in a burst, or after a restart.
beforeEach(async () => {
  service = await startService({ idle: true });
  await removeBookingLimits(service);
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
});
afterEach(() => service.close());

async function dispatchAll(): Promise<void> {
  service.app.work();
  await eventually(async () => expect(await service.sql('select 1 from outbox_event')).toEqual([]));
}

const messagesOf = async ({ id }: Caller) =>
  (
    await service.sql<{ subject: string; text: string }>('select subject, text from notification where recipient_id = $1 order by id', [id])
  ).map(({ subject, text }) => `${subject} | ${text}`);
const assign = async (orderId: number, ...crew: Caller[]) =>
  expect((await office.put(`/api/receptionist/order/${orderId}/sprayers`, { sprayerIds: crew.map(({ id }) => Number(id)) })).status).toBe(
    200,
  );

test('when the crew is changed before the events are dispatched, then each recipient gets the messages of each step', async () => {
  const an = await signedIn(service, 'sprayer', { fullName: 'An' });
  const binh = await signedIn(service, 'sprayer', { fullName: 'Bình' });
  const { id } = await placed(farmer, { confirmed: true });
  await assign(id, an);
  await assign(id, binh);
  await dispatchAll();
  expect((await messagesOf(farmer)).filter((message) => message.includes('will come'))).toEqual([
    expect.stringContaining('An will come'),
    expect.stringContaining('Bình will come'),
  ]);
  expect(await messagesOf(an)).toEqual([expect.stringContaining('New job'), expect.stringContaining('Removed from job')]);
  expect(await messagesOf(binh)).toEqual([expect.stringContaining('New job')]);
});

test('when an assigned order is moved to a time at which its crew is busy, then the earlier message still names the crew', async () => {
  const an = await signedIn(service, 'sprayer', { fullName: 'An' });
  const busy = await placed(farmer, { confirmed: true, session: { id: 5 } });
  await assign(busy.id, an);
  const { id } = await placed(farmer, { confirmed: true, session: { id: 3 } });
  await assign(id, an);
  await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-11-17', session: { id: 5 } });
  await dispatchAll();
  const messages = await messagesOf(farmer);
  expect(messages.filter((message) => message.startsWith('An will come'))).toHaveLength(2);
  expect(messages.filter((message) => message.startsWith(' will come'))).toEqual([]);
  expect((await messagesOf(an)).filter((message) => message.startsWith('New job'))).toHaveLength(2);
  // It names the farmer and not the new time, at which the crew has another job.
  const [removed = ''] = (await messagesOf(an)).filter((message) => message.startsWith('Removed from job'));
  expect(removed.split(' | ')[0]).not.toMatch(/\d\d:\d\d/);
  expect(removed).toContain(`order ${id}`);
});

test('when a colleague cancels an order, then the receptionist who was responsible for it is notified', async () => {
  const colleague = await signedIn(service, 'receptionist');
  const { id } = await placed(farmer, { confirmed: true });
  const taken = await office.post(`/api/receptionist/order/${id}/reschedule`, { date: '2026-11-17', session: { id: 4 } });
  expect(taken.status).toBe(200);
  expect((await colleague.post(`/api/receptionist/order/${id}/cancel`, { reason: 'The farmer called.' })).status).toBe(200);
  await dispatchAll();
  for (const person of [office, colleague])
    expect((await messagesOf(person)).filter((message) => message.startsWith(`Order ${id} cancelled`))).toHaveLength(1);
});

test('when an order is moved before its booking is dispatched, then each message has the date and location at the time of its event', async () => {
  const { id } = await placed(farmer, { date: '2026-11-17' });
  await farmer.post(`/api/farmer/order/${id}/reschedule`, { date: '2026-11-20', session: { id: 3 } });
  await service.sql("update spray_order set location = 'somewhere else' where id = $1", [id]);
  await dispatchAll();
  const messages = await messagesOf(farmer);
  expect(messages[0]).toMatch(/^Spray booked for Tuesday,? 17 November 2026.*Ruộng sau đình/);
  expect(messages[1]).toMatch(/^Spray moved to Friday,? 20 November 2026.*Ruộng sau đình/);
});

test('when another receptionist takes an order over before its booking is dispatched, then the earlier one gets the message', async () => {
  const { id } = await placed(farmer);
  const other = await signedIn(service, 'receptionist');
  await other.post(`/api/receptionist/order/${id}/confirm`);
  await dispatchAll();
  expect(await messagesOf(office)).toEqual([expect.stringContaining('New order')]);
  expect(await messagesOf(other)).toEqual([]);
});

test('when an event was written by the previous version, then its message is written from the current order', async () => {
  const { id } = await placed(farmer);
  await service.sql('update outbox_event set snapshot = null');
  await dispatchAll();
  expect(await messagesOf(farmer)).toEqual([expect.stringContaining('Spray booked')]);
  expect(await service.sql('select 1 from notification where order_id = $1', [id])).toHaveLength(2);
});
