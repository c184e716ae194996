import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, call, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { type FakeEvent, FakeStripe } from './fake-stripe.ts';
import { open, opened, traces, verify } from './payment-steps.ts';

const stripe = new FakeStripe();
let service: Service;
let other: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  await stripe.start();
  service = await startService({ provider: stripe.provider });
  other = await service.another();
  farmer = await signedIn(service, 'farmer');
});
afterAll(async () => {
  await service.close();
  await stripe.close();
});

const path = '/api/payment/webhook/stripe';

async function openIntent() {
  const order = await placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
  return { orderId: order.id as number, ...(await opened(farmer, order.id)) };
}

const written = async (orderId: number) => {
  const { ledger, order } = await traces(service, orderId);
  return [order?.payment_status, ...ledger.map(({ kind }) => kind)];
};

describe('an event of Stripe', () => {
  test('when a payment succeeds and no client verifies it, then the event alone makes the order paid', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    const answer = await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'));
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
    const [entry] = await service.sql('select actor_id from payment where order_id = $1', [orderId]);
    expect(entry).toEqual({ actor_id: null });
  });

  test('when events are repeated and out of order, then each is recorded once, and no state goes back', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'declined');
    const failed = stripe.eventOf(id, 'payment_intent.payment_failed');
    await stripe.deliver(service, failed);
    await stripe.deliver(service, failed);
    expect(await written(orderId)).toEqual(['failed', 'failure']);
    stripe.confirm(id, 'good');
    const succeeded = stripe.eventOf(id, 'payment_intent.succeeded');
    for (const event of [failed, succeeded, failed, succeeded, stripe.eventOf(id, 'payment_intent.created'), failed]) {
      expect((await stripe.deliver(service, event)).status).toBe(200);
      expect(await written(orderId)).toEqual(['paid', 'failure', 'charge']);
    }
  });

  test('when the event of a failure comes after that of the success, then the order stays paid and no failure is notified', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'declined');
    stripe.confirm(id, 'good');
    await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'));
    await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.payment_failed'));
    expect(await written(orderId)).toEqual(['paid', 'charge']);
  });

  test('when a signed event has wrong data, then Stripe is queried, and its response counts', async () => {
    const { orderId, id } = await openIntent();
    const intent = stripe.intent(id);
    const wrongEvent = {
      id: 'evt_lie',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { ...intent, status: 'succeeded', amount_received: 375000 } },
    };
    expect((await stripe.deliver(service, wrongEvent)).status).toBe(200);
    expect(await written(orderId)).toEqual(['pending']);
  });

  test('when a hundred requests verify and ten events come, on two instances, then there is one payment, one ledger entry and one notification', async () => {
    const { orderId, id, clientSecret } = await openIntent();
    stripe.confirm(id, 'good');
    const event = stripe.eventOf(id, 'payment_intent.succeeded');
    const before = (await traces(service, orderId)).order?.version ?? 0;
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all([
      ...Array.from({ length: 100 }, (_, n) => verify(callers[n % 2] as Caller, orderId, clientSecret)),
      ...Array.from({ length: 10 }, (_, n) => stripe.deliver([service, other][n % 2] as Service, event)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await written(orderId)).toEqual(['paid', 'charge']);
    expect((await traces(service, orderId)).order?.version).toBe(before + 1);
    await eventually(async () => expect((await traces(service, orderId)).waiting).toBe(0));
    expect((await traces(service, orderId)).notified.filter((subject) => subject.startsWith('Payment'))).toHaveLength(1);
  });

  test('when a payment was refunded in the dashboard, then the ledger has it once, and both sides are notified', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    // The payment is not known yet: the event of the refund comes first.
    stripe.refundByHand(id);
    const refunded = stripe.events.at(-1) as FakeEvent;
    for (let n = 0; n < 3; n++) expect((await stripe.deliver(service, refunded)).status).toBe(200);
    await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'));
    expect(await written(orderId)).toEqual(['pending', 'charge', 'refund']);
    const events = await service.sql('select type from outbox_event where order_id = $1 order by id', [orderId]);
    const notifications = await service.sql('select subject from notification where order_id = $1', [orderId]);
    expect([...events.map(({ type }) => type), ...notifications.map(({ subject }) => subject)].join()).toMatch(/refunded/i);
  });

  test('when fifty events of one refund come at once, then it is recorded once', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'));
    stripe.refundByHand(id);
    const refunded = stripe.events.at(-1) as FakeEvent;
    await Promise.all(Array.from({ length: 50 }, () => stripe.deliver(service, refunded)));
    expect(await written(orderId)).toEqual(['pending', 'charge', 'refund']);
  });

  test('when a payment was partly refunded, then the order stays paid, and the office is notified once', async () => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    stripe.refundByHand(id, 5000);
    const refunded = stripe.events.at(-1) as FakeEvent;
    await stripe.deliver(service, refunded);
    await stripe.deliver(service, refunded);
    expect(await written(orderId)).toEqual(['paid', 'charge']);
    const [intent] = await service.sql('select mismatch_at is not null as known from payment_intent where id = $1', [id]);
    expect(intent).toEqual({ known: true });
  });

  test('when the event is about something else, then it is ignored', async () => {
    const { id } = await openIntent();
    const unknown = { ...stripe.eventOf(id, 'payment_intent.created'), data: { object: { id: 'pi_of_another_shop' } } };
    const before = stripe.requests.length;
    for (const event of [
      unknown,
      { ...unknown, type: 'payment_intent.succeeded' },
      { ...unknown, type: 'charge.dispute.created', data: { object: { id } } },
      { ...unknown, type: 'something.new', data: { object: {} } },
      { ...unknown, data: { object: { id: 17 } } },
      // Texts that the database cannot store.
      { ...unknown, data: { object: { id: 'pi_\0' } } },
      { ...unknown, type: 'charge.refunded', data: { object: { payment_intent: 'pi_\ud83c' } } },
    ]) {
      const answer = await stripe.deliver(service, event);
      expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    }
    expect(stripe.requests).toHaveLength(before);
  });
});

describe('a forged event', () => {
  test.each([
    ['no signature', { header: '' }],
    ['a malformed signature', { header: 'nonsense' }],
    ['an empty signature', { header: 't=1,v1=' }],
    ["another's secret", { secret: 'whsec_another' }],
    ['an expired signature', { at: 1_700_000_000 }],
  ])('when it has %s, then it is a 400 and Stripe is not queried', async (_, signed) => {
    const { orderId, id } = await openIntent();
    stripe.confirm(id, 'good');
    const before = stripe.requests.length;
    const answer = await stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded'), signed);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_SIGNATURE']);
    expect(answer.text).not.toMatch(/whsec|pi_/);
    expect(stripe.requests).toHaveLength(before);
    expect(await written(orderId)).toEqual(['pending']);
  });

  test('when the body is not JSON, missing or too large, then it is refused', async () => {
    const post = (body: string | undefined, type: string) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': type, 'stripe-signature': 't=1,v1=x' },
        ...(body === undefined ? {} : { body }),
      });
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post('{}', 'image/png')).status).toBe(415);
    expect((await post('not json', 'application/json')).status).toBe(400);
    expect((await post(undefined, 'application/json')).status).toBe(400);
    expect((await post('x'.repeat(300_000), 'application/json')).status).toBe(413);
    expect((await fetch(service.url + path)).status).toBe(405);
  });

  test('when Stripe is not configured, then the route does not exist; with Stripe, test cards are refused', async () => {
    const sandbox = await startService();
    try {
      expect((await stripe.deliver(sandbox, { id: 'evt_1' })).status).toBe(404);
    } finally {
      await sandbox.close();
    }
    const { orderId } = await openIntent();
    expect((await farmer.post(`/api/farmer/order/${orderId}/payment-intent/sandbox-card`, {})).status).toBe(405);
  });

  test('when the OpenAPI document is read, then it has the route, without authentication', async () => {
    const { body } = await call(service, 'GET', '/api/openapi.json');
    expect(body.paths[path].post).toMatchObject({ security: [], operationId: 'hearFromPaymentProvider' });
  });
});

test('when an intent was created in the sandbox and Stripe is configured since, then the order is paid through Stripe', async () => {
  const { orderId, id } = await openIntent();
  await service.sql("update payment_intent set provider = 'sandbox' where id = $1", [id]);
  const second = await opened(farmer, orderId);
  expect([second.id === id, second.provider]).toEqual([false, 'stripe']);
  stripe.confirm(second.id, 'good');
  expect((await verify(farmer, orderId, second.clientSecret)).body.paymentStatus).toBe('paid');
  // An intent of a provider with real money is not replaced like that.
  const real = await openIntent();
  await service.sql("update payment_intent set provider = 'another', live = true where id = $1", [real.id]);
  expect((await open(farmer, real.orderId)).status).toBe(503);
  expect((await verify(farmer, real.orderId, real.clientSecret)).status).toBe(200);
});
