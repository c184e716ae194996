import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { reconcilePayments } from '../../src/payments/reconcile-payments.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { orderInState } from '../arrange.ts';
import { type Caller, signedIn } from '../factories.ts';
import { type Service, startService, testNow } from '../harness.ts';
import { ledgerOf } from './cash-steps.ts';
import { type Behaviour, FakeStripe } from './fake-stripe.ts';
import { opened, verify } from './payment-steps.ts';

const stripe = new FakeStripe();
let service: Service;
let provider: PaymentProvider;
let farmer: Caller;
let office: Caller;
let crew: Caller;

beforeAll(async () => {
  await stripe.start();
  service = await startService({ provider: stripe.provider, idle: true });
  provider = stripe.provider(service.database);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await signedIn(service, 'sprayer');
});
beforeEach(() => {
  service.clock.now = testNow;
  stripe.behaviour = () => 'answer';
});
afterAll(async () => {
  await service.close();
  await stripe.close();
});

const reconcile = () => {
  service.clock.now = new Date(service.clock.now.getTime() + 3_600_000);
  return reconcilePayments({ database: service.database, provider, log: createLog('silent') }, service.clock.now);
};
const late = (id: number, cashReceived: number) => crew.post(`/api/sprayer/order/${id}/late-report`, { areaSprayed: 3, cashReceived });
const returnsOf = async (id: number) =>
  (await ledgerOf(office, id)).filter(({ kind }) => kind === 'refund').map(({ method, amount }) => [method, amount]);

/** An order for 90,000 that is paid by card, and for which the crew took 20,000 too much. */
async function overpaid(): Promise<{ id: number; intent: string }> {
  const planned = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: 'visa' } as const;
  const { id } = await orderInState(service, farmer, planned, [crew], { area: 3 });
  const { id: intent, clientSecret } = await opened(farmer, id);
  stripe.confirm(intent, 'good');
  expect((await verify(farmer, id, clientSecret)).body.paymentStatus).toBe('paid');
  expect((await late(id, 20_000)).status).toBe(200);
  return { id, intent };
}

/** Stripe refunds, but neither its answer nor its list of refunds arrives. */
const loseRefund = (how: Behaviour) => (_method: string, path: string) => (path.startsWith('/v1/refunds') ? how : 'answer');

test('when a card takes back two parts, then Stripe refunds both, once', async () => {
  const { id, intent } = await overpaid();
  await reconcile();
  expect(stripe.refunded.get(intent)).toBe(20_000);
  expect((await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Storm.' })).status).toBe(200);
  await reconcile();
  await reconcile();
  expect(stripe.refunded.get(intent)).toBe(90_000);
  expect(await returnsOf(id)).toEqual([
    ['visa', 20_000],
    ['visa', 70_000],
  ]);
});

test.each([false, true])(
  'when the answer to a refund is lost and more is to be refunded since, then the ledger has what was refunded; key forgotten: %s',
  async (isKeyForgotten) => {
    const { id, intent } = await overpaid();
    stripe.behaviour = loseRefund('lose');
    await reconcile();
    expect([stripe.refunded.get(intent), await returnsOf(id)]).toEqual([20_000, []]);
    stripe.behaviour = () => 'answer';
    // 10,000 less are to be paid.
    await service.sql('update spray_order set adjustment = -10000 where id = $1', [id]);
    if (isKeyForgotten) stripe.forgetKeys();
    for (let n = 0; n < 3; n++) await reconcile();
    expect(await returnsOf(id)).toEqual([
      ['visa', 20_000],
      ['visa', 10_000],
    ]);
    expect(stripe.refunded.get(intent)).toBe(30_000);
  },
);

test('when the process is killed after a refund and more is to be refunded since, then the ledger has what was refunded', async () => {
  const { id, intent } = await overpaid();
  // Nothing of this request is stored.
  await provider.refundIntent(intent, `refund-${intent}`, { amount: '20000', currency: 'VND' });
  expect((await office.post(`/api/receptionist/order/${id}/cancel`, { reason: 'Storm.' })).status).toBe(200);
  for (let n = 0; n < 3; n++) await reconcile();
  expect(await returnsOf(id)).toEqual([
    ['visa', 20_000],
    ['visa', 70_000],
  ]);
  expect(stripe.refunded.get(intent)).toBe(90_000);
});
