import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { KilledService } from '../processes/killed-service.ts';
import { FakeStripe } from './fake-stripe.ts';
import { opened, traces, verify } from './payment-steps.ts';

const stripe = new FakeStripe();
let service: Service;
let farmer: Caller;
let killed: KilledService;

beforeAll(async () => {
  await stripe.start();
  // This service accepts the orders; the processes that the test kills reconcile the payments.
  service = await startService({ provider: stripe.provider, idle: true });
  service.clock.now = new Date();
  await service.sql('update spray_session set capacity = 1000');
  farmer = await signedIn(service, 'farmer');
  killed = new KilledService(service, stripe.environment);
});
afterAll(async () => {
  await killed.close();
  await service.close();
  await stripe.close();
});

/** Writes an event, after which a process reconciles payments at once, and makes every intent due. */
async function makeIntentsDue(): Promise<void> {
  await service.sql("update payment_intent set look_at = now() - interval '1 minute'");
  await placed(farmer, { date: nextWeek() });
}
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);

test('when processes are killed during a lookup and during a refund of a payment, then the next one completes it, once', async () => {
  const order = await placed(farmer, { date: nextWeek(), paymentMethod: 'visa' });
  const { id, clientSecret } = await opened(farmer, order.id);
  stripe.confirm(id, 'good');
  const kinds = async () => (await traces(service, order.id)).ledger.map(({ kind }) => kind);

  const killedAt = async (line: string, behaviour: 'hang' | 'lose') => {
    const before = stripe.requests.length;
    // The process must not look up the outcome of the lost request before it is killed.
    stripe.behaviour = (method, path) => (`${method} ${path}` === line ? behaviour : path.startsWith('/v1/refunds?') ? 'hang' : 'answer');
    await killed.start();
    await makeIntentsDue();
    await eventually(async () => expect(stripe.requests.slice(before)).toContain(line));
    await killed.kill();
    stripe.behaviour = () => 'answer';
  };

  await killedAt(`GET /v1/payment_intents/${id}`, 'hang');
  expect(await kinds()).toEqual([]);
  await killed.start();
  await makeIntentsDue();
  await eventually(async () => expect(await kinds()).toEqual(['charge']));
  await killed.kill();

  expect((await farmer.post(`/api/farmer/order/${order.id}/cancel`)).status).toBe(200);
  await killedAt('POST /v1/refunds', 'lose');
  expect([stripe.net(order.id), await kinds()]).toEqual([0, ['charge']]);
  await killed.start();
  await makeIntentsDue();
  await eventually(async () => expect(await kinds()).toEqual(['charge', 'refund']));
  await killed.kill();
  expect([stripe.net(order.id), (await verify(farmer, order.id, clientSecret)).body.paymentStatus]).toEqual([0, 'pending']);
});
