import { afterEach, beforeEach, expect, test } from 'vitest';
import { webhookEventTypes } from '../../src/notifications/webhook.ts';
import { allowedAddresses } from '../../src/platform/outgoing/allowed-addresses.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { fc } from '../seeded-fast-check.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

let service: Service;
let admin: Caller;
let office: Caller;
let farmer: Caller;
let receiver: Receiver;

beforeEach(async () => {
  service = await startService({
    timing: { webhookLimit: 2000, jobIntervalFactor: 0.02 },
    isAllowedAddress: allowedAddresses(['127.0.0.1']),
  });
  receiver = await startReceiver();
  await prepare();
});
afterEach(async () => {
  await receiver.close();
  await service.close();
});

async function prepare(): Promise<void> {
  await removeBookingLimits(service);
  await service.sql('update spray_session set capacity = 1000');
  service.clock.now = new Date();
  admin = await signedIn(service, 'admin');
  office = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
}

interface Delivered {
  type: string;
  data: { order: { id: number; orderStatus: string; paymentStatus: string }; version: number };
}

/** The rule for consumers: only higher versions are applied. */
function mirrorOf(deliveries: readonly Delivered[]): Map<number, Delivered['data']> {
  const mirror = new Map<number, Delivered['data']>();
  for (const { data } of deliveries) if (data.version > (mirror.get(data.order.id)?.version ?? 0)) mirror.set(data.order.id, data);
  return mirror;
}

const delivered = () => receiver.posted.map(({ text }) => JSON.parse(text) as Delivered);
const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer;
  expect(status, text).toBe(200);
};
const inDays = (days: number) => addDays(service.clock.now.toISOString().slice(0, 10), days);
const book = (changes: Record<string, unknown> = {}) => placed(farmer, { date: inDays(7), ...changes });

const subscribe = () => ok(admin.post('/api/admin/webhook/', { url: `${receiver.url}/mirror`, eventTypes: webhookEventTypes }));

/** Attempts that are due later become due now, until nothing waits. */
const deliverAll = () =>
  eventually(async () => {
    await service.sql("update webhook_delivery set next_attempt_at = $1 where status = 'waiting' and next_attempt_at > $1", [
      service.clock.now.toISOString(),
    ]);
    expect(await service.sql('select 1 from outbox_event')).toEqual([]);
    expect(await service.sql("select 1 from webhook_delivery where status = 'waiting'")).toEqual([]);
  });

const present = async (id: number) => (await office.get(`/api/receptionist/order/${id}`)).body;

test('when a delivery fails and is repeated after later ones, then it says again what was true at its event, with a lower version', async () => {
  await subscribe();
  let failed = 0;
  receiver.answer = () => (JSON.parse(receiver.posted.at(-1)?.text ?? '{}').type === 'order.confirmed' && failed++ === 0 ? 500 : 200);
  const { id } = await book();
  await ok(farmer.post(`/api/farmer/order/${id}/confirm`));
  await eventually(async () => expect(failed).toBe(1));
  await ok(office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'The farmer called.' }));
  await eventually(async () => expect(delivered().some(({ type }) => type === 'order.cancelled')).toBe(true));
  await deliverAll();
  const types = delivered().map(({ type }) => type);
  const repeated = delivered()[types.lastIndexOf('order.confirmed')];
  expect(types.lastIndexOf('order.confirmed')).toBeGreaterThan(types.indexOf('order.cancelled'));
  expect(repeated?.data.order.orderStatus).toBe('confirmed');
  expect(mirrorOf(delivered()).get(id)?.order).toEqual(await present(id));
  expect((await present(id)).orderStatus).toBe('cancelled');
});

test('when events wait before they are dispatched, then each delivery has the order as it was committed with its event', async () => {
  await service.close();
  // Nothing is dispatched until the test does so.
  service = await startService({ idle: true, isAllowedAddress: allowedAddresses(['127.0.0.1']) });
  await prepare();
  await subscribe();
  const { id } = await book();
  const first = await present(id);
  await ok(farmer.post(`/api/farmer/order/${id}/confirm`));
  await ok(farmer.post(`/api/farmer/order/${id}/cancel`));
  service.app.work();
  await deliverAll();
  // A slow answer is repeated.
  const byVersion = new Map(delivered().map((message) => [message.data.version, message]));
  const states = [...byVersion.values()].sort((a, b) => a.data.version - b.data.version);
  expect(states.map(({ type, data }) => [type, data.order.orderStatus])).toEqual([
    ['order.created', 'pending'],
    ['order.confirmed', 'confirmed'],
    ['order.cancelled', 'cancelled'],
  ]);
  expect(states[0]?.data.order).toEqual(first);
});

test('when the receiver fails, hangs and gets deliveries out of order, then a mirror by the rule ends equal to the service', async () => {
  await subscribe();
  const numbers = fc.sample(fc.nat(99), { numRuns: 500 });
  receiver.answer = () => {
    const number = numbers.shift() ?? 99;
    return number < 25 ? 500 : number < 32 ? 'hangs' : 200;
  };
  const other = await signedIn(service, 'receptionist');
  const ids: number[] = [];
  for (let at = 0; at < 12; at++) {
    const { id } = await book({ paymentMethod: at % 3 === 0 ? 'visa' : 'cash' });
    ids.push(id);
    await ok(farmer.post(`/api/farmer/order/${id}/confirm`));
    if (at % 2 === 0) await ok(farmer.post(`/api/farmer/order/${id}/reschedule`, { date: inDays(8 + at), session: { id: 3 } }));
    if (at % 3 === 1) {
      const { cost } = await present(id);
      await ok(office.post(`/api/receptionist/order/${id}/cash`, { cashReceived: cost }));
    }
    if (at % 4 === 1) await ok(other.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Rain' }));
  }
  // The receptionist leaves: another one becomes responsible for the open orders.
  await ok(admin.post(`/api/admin/user/${office.id}/deactivate`));
  office = other;
  await deliverAll();
  // The order of arrival does not matter either.
  for (const arrivals of [
    delivered(),
    delivered().reverse(),
    ...fc.sample(fc.shuffledSubarray(delivered(), { minLength: receiver.posted.length }), { numRuns: 5 }),
  ]) {
    const mirror = mirrorOf(arrivals);
    for (const id of ids) expect(mirror.get(id)?.order).toEqual(await present(id));
  }
});
