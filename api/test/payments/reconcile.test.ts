import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/payments/reconcile-payments.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { type Behaviour, FakeStripe } from './fake-stripe.ts';
import { cards, opened, pay, traces, verify } from './payment-steps.ts';

const stripe = new FakeStripe();
let service: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  await stripe.start();
  // Without background work: the test calls it.
  service = await startService({ provider: stripe.provider, idle: true });
  farmer = await signedIn(service, 'farmer');
});
beforeEach(() => {
  service.clock.now = testNow;
  stripe.behaviour = () => 'answer';
});
afterAll(async () => {
  await service.close();
  await stripe.close();
});

const reconcile = (on = service) =>
  reconcilePayments({ database: on.database, provider: stripe.provider(on.database), log: createLog('silent') }, on.clock.now);
const after = (minutes: number) => {
  service.clock.now = new Date(testNow.getTime() + minutes * 60_000);
};

async function openIntent() {
  const order = await placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
  return { orderId: order.id as number, ...(await opened(farmer, order.id)) };
}
const cancel = async (orderId: number) => expect((await farmer.post(`/api/farmer/order/${orderId}/cancel`)).status).toBe(200);
const written = async (orderId: number) => {
  const { ledger, order } = await traces(service, orderId);
  return [order?.payment_status, ...ledger.map(({ kind }) => kind)];
};
const retrieved = (id: string) => stripe.requests.filter((line) => line === `GET /v1/payment_intents/${id}`).length;

describe('an intent that no client verifies', () => {
  test('when the process crashes between the charge and the ledger, then a new one finds the payment', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    after(3);
    const next = await service.another();
    await reconcile(next);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
    await reconcile(next);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
  });

  test('when it is new, then it is not looked up; when it stays open, then the lookups back off', async () => {
    const { id } = await openIntent();
    await reconcile();
    expect(retrieved(id)).toBe(0);
    for (let minute = 1; minute <= 60; minute++) {
      after(minute);
      await reconcile();
    }
    const firstHour = retrieved(id);
    expect(firstHour).toBeGreaterThan(3);
    for (let minute = 61; minute <= 120; minute++) {
      after(minute);
      await reconcile();
    }
    expect(retrieved(id) - firstHour).toBeLessThan(firstHour / 2);
  });

  test('when two processes reconcile at once, then each intent is looked up once', async () => {
    const { id } = await openIntent();
    after(3);
    await Promise.all(Array.from({ length: 10 }, () => reconcile()));
    expect(retrieved(id)).toBe(1);
  });

  test('when Stripe is unreachable, then the lookup is retried with back-off', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    stripe.behaviour = (_, path) => (path.includes(id) ? 'fail' : 'answer');
    for (let minute = 3; minute < 60; minute++) {
      after(minute);
      await reconcile();
    }
    expect(retrieved(id)).toBeGreaterThan(2);
    expect(retrieved(id)).toBeLessThan(15);
    expect(await written(orderId)).toEqual(['pending']);
    stripe.behaviour = () => 'answer';
    after(180);
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'charge']);
  });

  test('when a declined card is retried and the event is lost, then the success is found', async () => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'declined');
    await verify(farmer, orderId, clientSecret);
    stripe.confirm(id, 'good');
    after(5);
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'failure', 'charge']);
  });

  test('when it is not paid for a day, then it is cancelled, the payment has failed, and a new one can be created', async () => {
    const { orderId, id } = await openIntent();
    after(24 * 60 + 1);
    await reconcile();
    expect([stripe.intent(id).status, ...(await written(orderId))]).toEqual(['canceled', 'failed', 'failure']);
    const before = stripe.requests.length;
    after(48 * 60);
    await reconcile();
    expect(stripe.requests.slice(before).filter((line) => line.includes(id))).toEqual([]);
    expect((await opened(farmer, orderId)).id).not.toBe(id);
  });
});

describe('payments of a cancelled order', () => {
  test('when a paid order is cancelled, then it is refunded once, whatever responses are lost', async () => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'good');
    await verify(farmer, orderId, clientSecret);
    await cancel(orderId);
    // The refund succeeds and its response is lost; by the next attempt the idempotency key has expired at Stripe.
    stripe.behaviour = (_, path) => (path.startsWith('/v1/refunds') ? 'lose' : 'answer');
    await reconcile();
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'paid', 'charge']);
    stripe.behaviour = () => 'answer';
    stripe.forgetKeys();
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'charge']); // not yet: the retry backs off
    after(10);
    await Promise.all(Array.from({ length: 5 }, () => reconcile()));
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
    const history = await service.sql("select 1 from order_history where order_id = $1 and action = 'refunded'", [orderId]);
    expect(history).toHaveLength(1);
  });

  test.each<Behaviour>(['lose', 'break'])(
    'when Stripe’s behaviour on a refund is %s, then the refund is looked up at once and recorded',
    async (behaviour) => {
      const { orderId, id, clientSecret } = await openIntent();
      stripe.confirm(id, 'good');
      await verify(farmer, orderId, clientSecret);
      await cancel(orderId);
      stripe.behaviour = (method, path) => (method === 'POST' && path === '/v1/refunds' ? behaviour : 'answer');
      await reconcile();
      expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
    },
  );

  test.each(['an error', 'a refund that failed'])(
    'when Stripe responds with %s and stores that, then another idempotency key is used',
    async (fault) => {
      const { orderId, id, clientSecret } = await openIntent();
      stripe.confirm(id, 'good');
      await verify(farmer, orderId, clientSecret);
      await cancel(orderId);
      if (fault === 'an error') stripe.behaviour = (method, path) => (method === 'POST' && path === '/v1/refunds' ? 'fail' : 'answer');
      else stripe.refundsFail = true;
      await reconcile();
      expect([stripe.net(orderId) > 0, ...(await written(orderId))]).toEqual([true, 'paid', 'charge']);
      stripe.behaviour = () => 'answer';
      stripe.refundsFail = false;
      after(10);
      await reconcile();
      expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
    },
  );

  test('when a refund keeps failing, then the office is notified once and has it to do, until it succeeds', async () => {
    const receptionist = await signedIn(service, 'receptionist');
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'good');
    await verify(farmer, orderId, clientSecret);
    await cancel(orderId);
    const stuck = async () =>
      (await receptionist.get('/api/receptionist/inbox/?reason=payment_stuck')).body.content.map(
        (item: { order: { id: number } }) => item.order.id,
      );
    const events = () => service.sql("select 1 from outbox_event where order_id = $1 and type = 'payment_stuck'", [orderId]);
    stripe.behaviour = (_, path) => (path.startsWith('/v1/refunds') ? 'refuse' : 'answer');
    await reconcile();
    expect([await stuck(), (await events()).length]).toEqual([[], 0]);
    for (let minute = 1; minute <= 60; minute++) {
      after(minute);
      await reconcile();
    }
    expect([await stuck(), (await events()).length]).toEqual([[orderId], 1]);
    stripe.behaviour = () => 'answer';
    after(200);
    await reconcile();
    expect([await stuck(), ...(await written(orderId))]).toEqual([[], 'pending', 'charge', 'refund']);
  });

  test.each(['declined', 'nothing'])(
    'when the order is cancelled after %s and paid at the same time, then the payment is recorded and refunded',
    async (before) => {
      const { orderId, id, clientSecret } = await openIntent();
      if (before === 'declined') {
        stripe.confirm(id, 'declined');
        await verify(farmer, orderId, clientSecret);
      }
      await cancel(orderId);
      stripe.confirm(id, 'good');
      await reconcile();
      expect([stripe.net(orderId), (await written(orderId)).slice(-2)]).toEqual([0, ['charge', 'refund']]);
    },
  );

  test('when an intent that is recorded as cancelled is paid, then the payment is recorded and refunded', async () => {
    const { orderId, id } = await openIntent();
    await cancel(orderId);
    stripe.confirm(id, 'good');
    await service.sql("update payment_intent set status = 'cancelled' where id = $1", [id]);
    expect((await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'))).status).toBe(200);
    await reconcile();
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
  });

  test('when an order is cancelled with an intent that is open or declined, then the intent is cancelled at Stripe', async () => {
    const [one, two] = [await openIntent(), await openIntent()];
    stripe.confirm(two.id, 'declined');
    for (const { orderId } of [one, two]) await cancel(orderId);
    await reconcile();
    for (const { id } of [one, two]) expect(stripe.intent(id).status).toBe('canceled');
    expect([await written(one.orderId), await written(two.orderId)]).toEqual([['pending'], ['pending']]);
  });
});

test('when background work runs, then farmer and office are notified of a refund, in their languages', async () => {
  const running = await startService({ provider: stripe.provider });
  try {
    const receptionist = await signedIn(running, 'receptionist', { language: 'vi' });
    const farmer = await signedIn(running, 'farmer');
    const order = await placed(farmer, { paymentMethod: 'visa' });
    const { id, clientSecret } = await opened(farmer, order.id);
    stripe.confirm(id, 'good');
    await verify(farmer, order.id, clientSecret);
    await farmer.post(`/api/farmer/order/${order.id}/cancel`);
    const subjects = async (reader: Caller): Promise<string[]> =>
      (await reader.get('/api/common/notification/')).body.content.map(({ subject }: { subject: string }) => subject);
    await eventually(async () => {
      expect((await subjects(farmer)).filter((subject) => subject.startsWith('Refunded: '))).toHaveLength(1);
      expect((await subjects(receptionist)).filter((subject) => subject.includes('đã hoàn tiền'))).toHaveLength(1);
    });
  } finally {
    await running.close();
  }
});

describe('the sandbox', () => {
  let sandbox: Service;
  let farmer: Caller;
  beforeAll(async () => {
    sandbox = await startService({ idle: true });
    farmer = await signedIn(sandbox, 'farmer');
  });
  beforeEach(() => {
    sandbox.clock.now = testNow;
  });
  afterAll(() => sandbox.close());

  test('when an intent is unpaid for a day, then it accepts no card any more, has failed, and a new one can be paid', async () => {
    const order = await placed(farmer, { date: '2026-11-25', paymentMethod: 'visa' });
    const { id, clientSecret } = await opened(farmer, order.id);
    sandbox.clock.now = new Date(testNow.getTime() + 24 * 3_600_000);
    expect((await pay(farmer, order.id, clientSecret, { cardNumber: cards.visa })).body.code).toBe('INTENT_CLOSED');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    const second = await opened(farmer, order.id);
    expect(second.id).not.toBe(id);
    await pay(farmer, order.id, second.clientSecret, { cardNumber: cards.visa });
    expect((await verify(farmer, order.id, second.clientSecret)).body.paymentStatus).toBe('paid');
  });

  test('when an expired card is submitted, then it is declined, and another is accepted for the same intent', async () => {
    const order = await placed(farmer, { date: '2026-11-26', paymentMethod: 'visa' });
    const { clientSecret } = await opened(farmer, order.id);
    expect((await pay(farmer, order.id, clientSecret, { cardNumber: cards.expired })).body.status).toBe('failed');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    expect((await pay(farmer, order.id, clientSecret, { cardNumber: cards.visa })).body.status).toBe('succeeded');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
  });
});
