import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/payments/reconcile-payments.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService, testNow } from '../harness.ts';
import { FakeStripe, type Mood } from './fake-stripe.ts';
import { cards, opened, pay, traces, verify } from './payment-steps.ts';

const stripe = new FakeStripe();
let service: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  await stripe.start();
  // Takes requests and does nothing beside them: what is done beside them is called here.
  service = await startService({ provider: stripe.provider, idle: true });
  farmer = await signedIn(service, 'farmer');
});
beforeEach(() => {
  service.clock.now = testNow;
  stripe.mood = () => 'answer';
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
const retrieved = (id: string) => stripe.asked.filter((line) => line === `GET /v1/payment_intents/${id}`).length;

describe('an intent that nobody asks about', () => {
  test('when the process dies between the charge and the ledger, then a new one finds the money', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    after(3);
    const next = await service.another();
    await reconcile(next);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
    await reconcile(next);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
  });

  test('when it is fresh it is left alone; when it stays open, it is asked about less and less often', async () => {
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

  test('when two processes look at once, then each intent is asked about once', async () => {
    const { id } = await openIntent();
    after(3);
    await Promise.all(Array.from({ length: 10 }, () => reconcile()));
    expect(retrieved(id)).toBe(1);
  });

  test('when Stripe is away, then it is asked again later, and less often each time', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    stripe.mood = (_, path) => (path.includes(id) ? 'fail' : 'answer');
    for (let minute = 3; minute < 60; minute++) {
      after(minute);
      await reconcile();
    }
    expect(retrieved(id)).toBeGreaterThan(2);
    expect(retrieved(id)).toBeLessThan(15);
    expect(await written(orderId)).toEqual(['pending']);
    stripe.mood = () => 'answer';
    after(180);
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'charge']);
  });

  test('when a declined card is tried again and the message is lost, then the success is found', async () => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'declined');
    await verify(farmer, orderId, clientSecret);
    stripe.confirm(id, 'good');
    after(5);
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'failure', 'charge']);
  });

  test('when nobody has paid it for a day, then it ends, the payment has failed, and a new one can be opened', async () => {
    const { orderId, id } = await openIntent();
    after(24 * 60 + 1);
    await reconcile();
    expect([stripe.intent(id).status, ...(await written(orderId))]).toEqual(['canceled', 'failed', 'failure']);
    const asked = stripe.asked.length;
    after(48 * 60);
    await reconcile();
    expect(stripe.asked.slice(asked).filter((line) => line.includes(id))).toEqual([]);
    expect((await opened(farmer, orderId)).id).not.toBe(id);
  });
});

describe('money for a cancelled order', () => {
  test('when a paid order is cancelled, then the money goes back once, whatever gets lost', async () => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'good');
    await verify(farmer, orderId, clientSecret);
    await cancel(orderId);
    // The money goes back, and nobody hears of it; by the next time Stripe has forgotten the key as well.
    stripe.mood = (_, path) => (path.startsWith('/v1/refunds') ? 'lose' : 'answer');
    await reconcile();
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'paid', 'charge']);
    stripe.mood = () => 'answer';
    stripe.forgetKeys();
    await reconcile();
    expect(await written(orderId)).toEqual(['paid', 'charge']); // not yet: it waits a little after a failure
    after(10);
    await Promise.all(Array.from({ length: 5 }, () => reconcile()));
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
    const history = await service.sql("select 1 from order_history where order_id = $1 and action = 'refunded'", [orderId]);
    expect(history).toHaveLength(1);
  });

  test.each<Mood>(['lose', 'break'])('when a refund does %s, then it is looked up at once and entered', async (mood) => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'good');
    await verify(farmer, orderId, clientSecret);
    await cancel(orderId);
    stripe.mood = (method, path) => (method === 'POST' && path === '/v1/refunds' ? mood : 'answer');
    await reconcile();
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
  });

  test.each(['an error', 'a refund that failed'])(
    'when Stripe answers with %s and stores that, then another key is used',
    async (fault) => {
      const { orderId, id, clientSecret } = await openIntent();
      stripe.confirm(id, 'good');
      await verify(farmer, orderId, clientSecret);
      await cancel(orderId);
      if (fault === 'an error') stripe.mood = (method, path) => (method === 'POST' && path === '/v1/refunds' ? 'fail' : 'answer');
      else stripe.refundsFail = true;
      await reconcile();
      expect([stripe.net(orderId) > 0, ...(await written(orderId))]).toEqual([true, 'paid', 'charge']);
      stripe.mood = () => 'answer';
      stripe.refundsFail = false;
      after(10);
      await reconcile();
      expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
    },
  );

  test('when a refund keeps failing, then the office is notified once and has it to do, until it has gone through', async () => {
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
    stripe.mood = (_, path) => (path.startsWith('/v1/refunds') ? 'refuse' : 'answer');
    await reconcile();
    expect([await stuck(), (await events()).length]).toEqual([[], 0]);
    for (let minute = 1; minute <= 60; minute++) {
      after(minute);
      await reconcile();
    }
    expect([await stuck(), (await events()).length]).toEqual([[orderId], 1]);
    stripe.mood = () => 'answer';
    after(200);
    await reconcile();
    expect([await stuck(), ...(await written(orderId))]).toEqual([[], 'pending', 'charge', 'refund']);
  });

  test.each(['declined', 'nothing'])(
    'when the order is cancelled after %s and paid in that moment, then it is entered and given back',
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

  test('when money comes for an intent that we had noted as cancelled, then it is entered and given back', async () => {
    const { orderId, id } = await openIntent();
    await cancel(orderId);
    stripe.confirm(id, 'good');
    await service.sql("update payment_intent set status = 'cancelled' where id = $1", [id]);
    expect((await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'))).status).toBe(200);
    await reconcile();
    expect([stripe.net(orderId), ...(await written(orderId))]).toEqual([0, 'pending', 'charge', 'refund']);
  });

  test('when an order is cancelled with an intent that is open or declined, then that ends at Stripe', async () => {
    const [one, two] = [await openIntent(), await openIntent()];
    stripe.confirm(two.id, 'declined');
    for (const { orderId } of [one, two]) await cancel(orderId);
    await reconcile();
    for (const { id } of [one, two]) expect(stripe.intent(id).status).toBe('canceled');
    expect([await written(one.orderId), await written(two.orderId)]).toEqual([['pending'], ['pending']]);
  });
});

test('when the service runs by itself, then farmer and office hear of a refund, in their languages', async () => {
  const running = await startService({ provider: stripe.provider });
  try {
    const receptionist = await signedIn(running, 'receptionist', { language: 'vi' });
    const someone = await signedIn(running, 'farmer');
    const order = await placed(someone, { paymentMethod: 'visa' });
    const { id, clientSecret } = await opened(someone, order.id);
    stripe.confirm(id, 'good');
    await verify(someone, order.id, clientSecret);
    await someone.post(`/api/farmer/order/${order.id}/cancel`);
    const subjects = async (reader: Caller): Promise<string[]> =>
      (await reader.get('/api/common/notification/')).body.content.map(({ subject }: { subject: string }) => subject);
    await eventually(async () => {
      expect((await subjects(someone)).filter((subject) => subject.startsWith('Refunded: '))).toHaveLength(1);
      expect((await subjects(receptionist)).filter((subject) => subject.includes('đã hoàn tiền'))).toHaveLength(1);
    });
  } finally {
    await running.close();
  }
});

describe('the sandbox', () => {
  let sandbox: Service;
  let someone: Caller;
  beforeAll(async () => {
    sandbox = await startService({ idle: true });
    someone = await signedIn(sandbox, 'farmer');
  });
  beforeEach(() => {
    sandbox.clock.now = testNow;
  });
  afterAll(() => sandbox.close());

  test('when an intent is left unpaid for a day, then it takes no card any more, has failed, and a new one can be paid', async () => {
    const order = await placed(someone, { date: '2026-11-25', paymentMethod: 'visa' });
    const { id, clientSecret } = await opened(someone, order.id);
    sandbox.clock.now = new Date(testNow.getTime() + 24 * 3_600_000);
    expect((await pay(someone, order.id, clientSecret, { cardNumber: cards.visa })).body.code).toBe('INTENT_CLOSED');
    expect((await verify(someone, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    const second = await opened(someone, order.id);
    expect(second.id).not.toBe(id);
    await pay(someone, order.id, second.clientSecret, { cardNumber: cards.visa });
    expect((await verify(someone, order.id, second.clientSecret)).body.paymentStatus).toBe('paid');
  });

  test('when an expired card is given, then it is declined, and another is taken for the same intent', async () => {
    const order = await placed(someone, { date: '2026-11-26', paymentMethod: 'visa' });
    const { clientSecret } = await opened(someone, order.id);
    expect((await pay(someone, order.id, clientSecret, { cardNumber: cards.expired })).body.status).toBe('failed');
    expect((await verify(someone, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    expect((await pay(someone, order.id, clientSecret, { cardNumber: cards.visa })).body.status).toBe('succeeded');
    expect((await verify(someone, order.id, clientSecret)).body.paymentStatus).toBe('paid');
  });
});
