import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { type Behaviour, FakeStripe } from './fake-stripe.ts';
import { open, opened, traces, verify } from './payment-steps.ts';

let logged = '';
const log = pino(
  { level: 'debug', base: null },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  }),
);
const stripe = new FakeStripe();
let service: Service;
let other: Service;
let farmer: Caller;
let receptionist: Caller;
let days = 0;

beforeAll(async () => {
  await stripe.start();
  service = await startService({ provider: stripe.provider, log });
  other = await service.another();
  receptionist = await signedIn(service, 'receptionist');
  farmer = await signedIn(service, 'farmer');
});
afterEach(() => {
  stripe.behaviour = () => 'answer';
});
afterAll(async () => {
  await service.close();
  await stripe.close();
});

const cardOrder = () => placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
const kinds = async (orderId: number) => (await traces(service, orderId)).ledger.map(({ kind }) => kind);
const statusOf = async (orderId: number) => (await traces(service, orderId)).order?.payment_status;
const officeMessages = (orderId: number, word: string) =>
  service.sql('select id from notification where order_id = $1 and recipient_id = $2 and subject like $3', [
    orderId,
    receptionist.id,
    `%${word}%`,
  ]);

describe('a card payment through Stripe', () => {
  test('when an intent is opened, then it has the data for the form, and Stripe has the exact amount in the smallest unit', async () => {
    const order = await cardOrder();
    const answer = await open(farmer, order.id);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringContaining('_secret_'),
      amount: 375000,
      currency: 'VND',
      status: 'requires_payment_method',
      provider: 'stripe',
      publishableKey: stripe.config.publishableKey,
    });
    expect(stripe.intent(answer.body.id)).toMatchObject({ amount: 375000, currency: 'vnd', metadata: { orderId: String(order.id) } });
    for (const each of [answer, await verify(farmer, order.id, answer.body.clientSecret)]) {
      expect([each.headers.get('cache-control'), each.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    }
    expect(await opened(farmer, order.id)).toEqual(answer.body);
  });

  test('when it succeeds, then the order is paid once it is verified', async () => {
    const order = await cardOrder();
    const { id, clientSecret } = await opened(farmer, order.id);
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('pending');
    stripe.confirm(id, 'good');
    expect((await verify(farmer, order.id, clientSecret)).body).toEqual({ ...order, paymentStatus: 'paid' });
    expect((await traces(service, order.id)).ledger).toMatchObject([{ kind: 'charge', amount: '375000', provider_reference: id }]);
    const before = stripe.requests.length;
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
    expect((await open(farmer, order.id)).body.code).toBe('ALREADY_PAID');
    expect(stripe.requests).toHaveLength(before);
  });

  test('when a card is declined and the form tries another on the same intent, then it first fails and then is paid once', async () => {
    const order = await cardOrder();
    const { id, clientSecret } = await opened(farmer, order.id);
    stripe.confirm(id, 'declined');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    stripe.confirm(id, 'declined');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('failed');
    stripe.confirm(id, 'good');
    for (let n = 0; n < 3; n++) expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
    expect(await kinds(order.id)).toEqual(['failure', 'charge']);
    expect(stripe.net(order.id)).toBe(375000);
  });

  test('when a card is declined and another intent is opened, then the first can no longer be paid', async () => {
    const order = await cardOrder();
    const first = await opened(farmer, order.id);
    stripe.confirm(first.id, 'declined');
    const second = await opened(farmer, order.id);
    expect(second.id).not.toBe(first.id);
    expect(stripe.intent(first.id).status).toBe('canceled');
    expect(stripe.confirm(first.id, 'good')).toBe(false);
    expect(stripe.payable(order.id).map(({ id }) => id)).toEqual([second.id]);
    stripe.confirm(second.id, 'good');
    expect((await verify(farmer, order.id, second.clientSecret)).body.paymentStatus).toBe('paid');
    expect(await kinds(order.id)).toEqual(['failure', 'charge']);
  });

  test('when another tab pays a declined intent just before a new one is opened, then no new one is created, and it is paid', async () => {
    const order = await cardOrder();
    const first = await opened(farmer, order.id);
    stripe.confirm(first.id, 'declined');
    stripe.behaviour = (method, path) => {
      if (method === 'POST' && path.endsWith('/cancel')) stripe.confirm(first.id, 'good');
      return 'answer';
    };
    expect(await opened(farmer, order.id)).toMatchObject({ id: first.id, status: 'succeeded' });
    expect([await statusOf(order.id), stripe.ofOrder(order.id).length]).toEqual(['paid', 1]);
  });

  test('when an intent is opened with a key and found to be paid, then that is recorded, and the key returns the same response', async () => {
    const order = await cardOrder();
    const { id } = await opened(farmer, order.id);
    stripe.confirm(id, 'good');
    const again = () => farmer.post(`/api/farmer/order/${order.id}/payment-intent`, undefined, { 'idempotency-key': `paid-${order.id}` });
    const first = await again();
    expect([first.status, first.body.status, await statusOf(order.id)]).toEqual([200, 'succeeded', 'paid']);
    const second = await again();
    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(await kinds(order.id)).toEqual(['charge']);
  });

  test.each([
    [true, 'paid', ['charge']],
    [false, 'failed', ['failure']],
  ])('when the bank requires a second step and the answer is %s, then it is %s', async (approved, paymentStatus, ledger) => {
    const order = await cardOrder();
    const { id, clientSecret } = await opened(farmer, order.id);
    stripe.confirm(id, 'second step');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('pending');
    expect(await opened(farmer, order.id)).toMatchObject({ id, status: 'requires_action' });
    stripe.authenticate(id, approved);
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe(paymentStatus);
    expect(await kinds(order.id)).toEqual(ledger);
  });

  test('when fifty tabs open an intent after a decline, then exactly one can be paid', async () => {
    const order = await cardOrder();
    stripe.confirm((await opened(farmer, order.id)).id, 'declined');
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => open(callers[n % 2] as Caller, order.id)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(stripe.payable(order.id).map(({ id }) => id)).toEqual([answers[0]?.body.id]);
    expect(await kinds(order.id)).toEqual(['failure']);
  });

  test('when Stripe refuses the amount, then the service answers 409 without Retry-After', async () => {
    stripe.smallest = 1_000_000;
    const answer = await open(farmer, (await cardOrder()).id);
    stripe.smallest = 1;
    expect([answer.status, answer.body.code]).toEqual([409, 'CARD_AMOUNT_REFUSED']);
  });
});

describe('payment mismatch', () => {
  test.each([
    ['amount', (id: string) => Object.assign(stripe.intent(id), { amount_received: 374_999 })],
    ['currency', (id: string) => Object.assign(stripe.intent(id), { currency: 'usd' })],
    ['order', (id: string) => Object.assign(stripe.intent(id), { metadata: { orderId: '1' } })],
    ['missing order', (id: string) => Object.assign(stripe.intent(id), { metadata: {} })],
    ['mode', (id: string) => Object.assign(stripe.intent(id), { livemode: true })],
  ])('when the %s is wrong, then the order is not paid, and the office is notified once', async (_, spoil) => {
    const order = await cardOrder();
    const { id, clientSecret } = await opened(farmer, order.id);
    stripe.confirm(id, 'good');
    spoil(id);
    const event = stripe.eventOf(id, 'payment_intent.succeeded');
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => verify(farmer, order.id, clientSecret)),
      ...Array.from({ length: 5 }, () => stripe.deliver(other, event)),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect([await statusOf(order.id), await kinds(order.id)]).toEqual(['pending', []]);
    await eventually(async () => expect(await officeMessages(order.id, 'does not match')).toHaveLength(1));
    expect((await open(farmer, order.id)).body).toMatchObject({ id, status: 'succeeded', amount: 375000 });
    expect(stripe.ofOrder(order.id).length).toBeLessThanOrEqual(1);
    await eventually(async () => expect((await traces(service, order.id)).waiting).toBe(0));
    expect(await officeMessages(order.id, 'does not match')).toHaveLength(1);
  });

  test('when Stripe creates an intent in the wrong mode, then it is not returned', async () => {
    const order = await cardOrder();
    stripe.livemode = true;
    const answer = await open(farmer, order.id);
    stripe.livemode = false;
    expect([answer.status, answer.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect((await traces(service, order.id)).intents).toEqual([]);
  });
});

describe('Stripe outage', () => {
  test.each<Behaviour>(['fail', 'hang', 'drop', 'refuse'])(
    'when Stripe does %s, then it is a 503, and nothing changes',
    async (behaviour) => {
      const order = await cardOrder();
      const fresh = await cardOrder();
      const { id, clientSecret } = await opened(farmer, order.id);
      stripe.confirm(id, 'good');
      const written = async () => {
        const { ledger, intents, order: row } = await traces(service, order.id);
        return { ledger, intents, row, fresh: (await traces(service, fresh.id)).intents };
      };
      const before = await written();
      stripe.behaviour = () => behaviour;
      const answers = await Promise.all([
        verify(farmer, order.id, clientSecret),
        open(farmer, order.id),
        open(farmer, fresh.id),
        stripe.deliver(service, stripe.eventOf(id, 'payment_intent.succeeded')),
      ]);
      for (const answer of answers) {
        expect([answer.status, answer.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.text).not.toMatch(/sk_test|_secret_|127\.0\.0\.1/);
      }
      expect(await written()).toEqual(before);
      stripe.behaviour = () => 'answer';
      expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
      expect((await open(farmer, fresh.id)).status).toBe(200);
      expect(stripe.ofOrder(fresh.id)).toHaveLength(1);
    },
  );

  test('when the response to a new intent is lost and it cannot be looked up, then a repeated request returns the same intent', async () => {
    const order = await cardOrder();
    stripe.behaviour = () => 'lose';
    expect((await open(farmer, order.id)).status).toBe(503);
    stripe.behaviour = () => 'answer';
    const { id } = await opened(farmer, order.id);
    expect(stripe.ofOrder(order.id).map((intent) => intent.id)).toEqual([id]);
  });

  test('when the price changes after the response to a new intent was lost, then that intent is ended, and the next one has the new price', async () => {
    const order = await cardOrder();
    stripe.behaviour = () => 'lose';
    expect((await open(farmer, order.id)).status).toBe(503);
    stripe.behaviour = () => 'answer';
    expect((await farmer.post(`/api/farmer/order/${order.id}/edit`, { area: 3 })).status).toBe(200);
    expect((await open(farmer, order.id)).body.code).toBe('ORDER_CHANGED');
    const { id, amount } = await opened(farmer, order.id);
    expect([amount, stripe.payable(order.id).map((intent) => intent.id)]).toEqual([90000, [id]]);
  });

  test.each<Behaviour>(['lose', 'break'])(
    'when Stripe’s behaviour on a new intent is %s, then the intent is looked up, and there is one',
    async (behaviour) => {
      const order = await cardOrder();
      stripe.behaviour = (method) => (method === 'POST' ? behaviour : 'answer');
      const { id } = await opened(farmer, order.id);
      expect(stripe.ofOrder(order.id).map((intent) => intent.id)).toEqual([id]);
    },
  );

  test('when Stripe has stored an error for the key, then a new key is used after a lookup finds no intent', async () => {
    const order = await cardOrder();
    let failures = 0;
    stripe.behaviour = (method) => (method === 'POST' && ++failures <= 3 ? 'fail' : 'answer');
    expect((await open(farmer, order.id)).body.code).toBe('PAYMENT_PROVIDER_UNAVAILABLE');
    expect((await open(farmer, order.id)).status).toBe(200);
    expect(stripe.ofOrder(order.id)).toHaveLength(1);
  });

  test('when fifty simultaneous requests on two instances get a stored error, then there is one intent', async () => {
    const order = await cardOrder();
    stripe.behaviour = (method) => (method === 'POST' ? 'fail' : 'answer');
    expect((await open(farmer, order.id)).status).toBe(503);
    stripe.behaviour = () => 'answer';
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => open(callers[n % 2] as Caller, order.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(stripe.ofOrder(order.id)).toHaveLength(1);
  });

  test('when all of that is logged, then no key, secret or address of Stripe is in the log', () => {
    expect(logged).toContain('Stripe: Stripe');
    const { secretKey, webhookSecret, url } = stripe.config;
    const secrets = [secretKey, webhookSecret, String(url), ...[...stripe.intents.values()].map(({ client_secret }) => client_secret)];
    for (const [n, secret] of secrets.entries()) expect([n, logged.includes(secret)]).toEqual([n, false]);
  });
});
