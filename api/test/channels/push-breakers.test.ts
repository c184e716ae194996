import { afterAll, beforeAll, expect, test } from 'vitest';
import { countServiceFailure, readFailingServices } from '../../src/channels/push-store.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { PushEndpoint } from './push-endpoint.ts';

const endpoint = new PushEndpoint();
const secondEndpoint = new PushEndpoint();
let service: Service;
let office: Caller;

beforeAll(async () => {
  await endpoint.start();
  await secondEndpoint.start();
  service = await startService({
    push: { services: [endpoint.url, secondEndpoint.url], privateAddresses: ['127.0.0.1'] },
    // No request takes so long that it counts as a failure, also on a slow machine.
    timing: { channelLimit: 120_000 },
  });
  office = await signedIn(service, 'receptionist');
  await removeBookingLimits(service);
  endpoint.vapidKey = (await office.get('/api/common/push-key')).body.publicKey;
  secondEndpoint.vapidKey = endpoint.vapidKey;
});
afterAll(async () => {
  await service.close();
  await endpoint.close();
  await secondEndpoint.close();
});

async function confirmedOrder(farmer: Caller): Promise<number> {
  const { id } = await placed(farmer);
  expect((await office.post(`/api/receptionist/order/${id}/confirm`)).status).toBe(200);
  return id;
}
const states = (farmer: Caller, orderId: number) =>
  service.sql<{ channel: string; status: string; last_error: string | null }>(
    "select channel, status, last_error from message_delivery where recipient_id = $1 and order_id = $2 and type = 'confirmed'",
    [farmer.id, orderId],
  );

/** A farmer with a device that has been sent a message, which failed. */
async function failingFarmer(at: PushEndpoint, device: string, status: number): Promise<Caller> {
  const farmer = await signedIn(service, 'farmer');
  at.answers.set(device, status);
  await farmer.post('/api/common/push-device/', at.subscribe(device));
  const id = await confirmedOrder(farmer);
  await eventually(async () => expect(await states(farmer, id)).toMatchObject([{ status: 'waiting', last_error: `answered ${status}` }]));
  return farmer;
}

test('when the devices of a farmer fail again and again, then they get nothing for a while, and everybody else does', async () => {
  const bad = await failingFarmer(endpoint, 'bad-0', 500);
  for (let n = 1; n < 10; n++) {
    endpoint.answers.set(`bad-${n}`, 500);
    await bad.post('/api/common/push-device/', endpoint.subscribe(`bad-${n}`));
  }
  for (let n = 0; n < 5; n++) {
    const id = await confirmedOrder(bad);
    await eventually(async () => expect(await states(bad, id)).toMatchObject([{ status: 'waiting', last_error: 'answered 500' }]));
  }
  const calls = endpoint.called.length;
  const skipped = await confirmedOrder(bad);
  await eventually(async () =>
    expect(await states(bad, skipped)).toMatchObject([{ status: 'waiting', last_error: 'The device is failing.' }]),
  );
  expect(endpoint.called).toHaveLength(calls);
  const { content } = (await bad.get('/api/common/push-device/')).body;
  expect(new Set(content.map(({ state }: { state: string }) => state))).toEqual(new Set(['failing']));

  const good = await signedIn(service, 'farmer');
  await good.post('/api/common/push-device/', endpoint.subscribe('good'));
  const id = await confirmedOrder(good);
  await eventually(async () => expect(await states(good, id)).toEqual([{ channel: 'push', status: 'sent', last_error: null }]));
});

test('when a push service fails for five farmers, then it is not called for a while, and other services are', async () => {
  for (let n = 0; n < 5; n++) await failingFarmer(secondEndpoint, `down-${n}`, 503);
  const calls = secondEndpoint.called.length;
  const [waiting, other] = [await signedIn(service, 'farmer'), await signedIn(service, 'farmer')];
  await waiting.post('/api/common/push-device/', secondEndpoint.subscribe('waiting'));
  await other.post('/api/common/push-device/', endpoint.subscribe('other'));
  const [waitingId, otherId] = [await confirmedOrder(waiting), await confirmedOrder(other)];
  await eventually(async () =>
    expect(await states(waiting, waitingId)).toEqual([{ channel: 'push', status: 'waiting', last_error: 'The push service is failing.' }]),
  );
  await eventually(async () => expect(await states(other, otherId)).toMatchObject([{ channel: 'push', status: 'sent' }]));
  expect(secondEndpoint.called).toHaveLength(calls);

  for (let n = 0; n < 5; n++) secondEndpoint.answers.delete(`down-${n}`);
  service.clock.now = new Date(service.clock.now.getTime() + 60_000);
  await eventually(async () => expect(await states(waiting, waitingId)).toMatchObject([{ channel: 'push', status: 'sent' }]));
  const [state] = await service.sql('select openings, failed_user_ids, open_until from push_service_state where service = $1', [
    secondEndpoint.url,
  ]);
  expect(state).toEqual({ openings: 0, failed_user_ids: [], open_until: null });
});

test('when fifty messages fail at once, then a push service is skipped only if they were for five people', async () => {
  const { clock, database } = service;
  const fail = (name: string, users: number) =>
    Promise.all(Array.from({ length: 50 }, (_, n) => countServiceFailure(database.write, name, String(1 + (n % users)), clock.now)));
  await Promise.all([fail('four people', 4), fail('fifty people', 50)]);
  const skipped = await readFailingServices(database.write, clock.now);
  expect([skipped.has('four people'), skipped.has('fifty people')]).toEqual([false, true]);
  const [state] = await service.sql("select openings from push_service_state where service = 'fifty people'");
  expect(state).toEqual({ openings: 1 });
});
