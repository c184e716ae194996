import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { eventually, type Service, startService } from '../harness.ts';
import { cards, open, opened, pay, traces, verify } from './payment-steps.ts';

let service: Service;
let other: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const cardOrder = (overrides: Record<string, unknown> = {}) =>
  placed(farmer, { date: addDays('2026-11-20', days++), paymentMethod: 'visa', ...overrides });

/** Waits until all events of an order are dispatched; returns the number of notifications with this word. */
const countNotifications = (orderId: number, word: string) =>
  eventually(async () => {
    const { waiting, notified } = await traces(service, orderId);
    expect(waiting).toBe(0);
    return notified.filter((subject) => subject.toLowerCase().includes(word)).length;
  });

describe('card payment', () => {
  test.each([
    ['visa', cards.visa],
    ['mastercard', cards.mastercard],
  ])('when a good %s pays, then the order is paid once it is verified, and not before', async (paymentMethod, cardNumber) => {
    const order = await cardOrder({ paymentMethod, area: 12.5 });
    const intent = await opened(farmer, order.id);
    expect(intent).toEqual({
      id: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringContaining('_secret_'),
      amount: 375000,
      currency: 'VND',
      status: 'requires_payment_method',
      provider: 'sandbox',
      publishableKey: null,
    });
    expect((await verify(farmer, order.id, intent.clientSecret)).body.paymentStatus).toBe('pending');
    const paid = await pay(farmer, order.id, intent.clientSecret, { cardNumber });
    expect([paid.status, paid.body]).toEqual([200, { id: intent.id, status: 'succeeded' }]);
    expect((await traces(service, order.id)).order?.payment_status).toBe('pending');

    const verified = await verify(farmer, order.id, intent.clientSecret);
    expect([verified.status, verified.body]).toEqual([200, { ...order, paymentStatus: 'paid' }]);
    const { ledger, intents } = await traces(service, order.id);
    expect(ledger).toEqual([{ kind: 'charge', amount: '375000', currency: 'VND', method: paymentMethod, provider_reference: intent.id }]);
    expect(intents).toEqual([{ id: intent.id, status: 'succeeded' }]);
    expect((await open(farmer, order.id)).body.code).toBe('ALREADY_PAID');
    expect((await pay(farmer, order.id, intent.clientSecret, { cardNumber })).body.code).toBe('INTENT_CLOSED');
  });

  test('when a card is declined, then the payment has failed, and a new intent can still pay it', async () => {
    const order = await cardOrder();
    const first = await opened(farmer, order.id);
    expect((await pay(farmer, order.id, first.clientSecret, { cardNumber: cards.declined })).body.status).toBe('failed');
    expect((await verify(farmer, order.id, first.clientSecret)).body.paymentStatus).toBe('failed');

    const second = await opened(farmer, order.id);
    expect(second.id).not.toBe(first.id);
    await pay(farmer, order.id, second.clientSecret, { cardNumber: cards.visa });
    expect((await verify(farmer, order.id, second.clientSecret)).body.paymentStatus).toBe('paid');
    // The old secret is still accepted, and changes nothing.
    expect((await verify(farmer, order.id, first.clientSecret)).body.paymentStatus).toBe('paid');
    expect((await traces(service, order.id)).ledger.map(({ kind }) => kind)).toEqual(['failure', 'charge']);
    expect(await countNotifications(order.id, 'payment')).toBeGreaterThan(0);
  });

  test('when a card was declined and not verified, then creating an intent again returns one that can be paid', async () => {
    const order = await cardOrder();
    const first = await opened(farmer, order.id);
    await pay(farmer, order.id, first.clientSecret, { cardNumber: cards.declined });
    const second = await opened(farmer, order.id);
    expect([second.id === first.id, second.status]).toEqual([false, 'requires_payment_method']);
    expect((await traces(service, order.id)).order?.payment_status).toBe('failed');
    await pay(farmer, order.id, second.clientSecret, { cardNumber: cards.visa });
    expect((await verify(farmer, order.id, second.clientSecret)).body.paymentStatus).toBe('paid');
  });

  test.each([
    [true, 'succeeded', 'paid'],
    [false, 'failed', 'failed'],
  ])('when the bank requires a second step and the farmer answers %s, then it has %s', async (approved, status, paymentStatus) => {
    const order = await cardOrder();
    const { clientSecret } = await opened(farmer, order.id);
    expect((await pay(farmer, order.id, clientSecret, { cardNumber: cards.secondStep })).body.status).toBe('requires_action');
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('pending');
    expect((await opened(farmer, order.id)).status).toBe('requires_action');
    const unanswered = await pay(farmer, order.id, clientSecret, {});
    expect([unanswered.status, unanswered.body.errors[0].path]).toEqual([400, 'approved']);
    expect((await pay(farmer, order.id, clientSecret, { approved })).body.status).toBe(status);
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe(paymentStatus);
  });

  test('when it is not a test card, then it is a 400 and the intent stays open', async () => {
    const order = await cardOrder();
    const { clientSecret } = await opened(farmer, order.id);
    const answer = await pay(farmer, order.id, clientSecret, { cardNumber: '4111111111111111' });
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'cardNumber']);
    expect((await opened(farmer, order.id)).status).toBe('requires_payment_method');
  });
});

describe('amounts', () => {
  test('when areas have decimals, then the amount of the intent, the charge and the ledger is the exact cost', async () => {
    for (const [area, cost] of [
      [3.3333, 99999],
      [1.00005, 30002], // 30,001.5 is rounded up
      [1.00001, 30000],
      [12345.678, 370370340],
    ] as const) {
      const order = await cardOrder({ area });
      const intent = await opened(farmer, order.id);
      await pay(farmer, order.id, intent.clientSecret, { cardNumber: cards.visa });
      await verify(farmer, order.id, intent.clientSecret);
      const { ledger } = await traces(service, order.id);
      expect([order.cost, intent.amount, ledger[0]?.amount]).toEqual([cost, cost, String(cost)]);
    }
  });

  test('when nothing is due, then no intent is created', async () => {
    await service.sql("insert into crop (name, price) values ('clover', 0)");
    const [crop] = await service.sql<{ id: string }>("select id from crop where name = 'clover'");
    const free = await eventually(() => cardOrder({ cropType: { id: Number(crop?.id) } }));
    expect((await open(farmer, free.id)).body.code).toBe('NOTHING_TO_PAY');
    const cancelled = await cardOrder();
    await service.sql("update spray_order set order_status = 'cancelled' where id = $1", [cancelled.id]);
    expect((await open(farmer, cancelled.id)).body.code).toBe('NOTHING_TO_PAY');
  });
});

describe('races on two instances', () => {
  test('when fifty requests create an intent, then there is one and all get the same response', async () => {
    const order = await cardOrder();
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => open(callers[n % 2] as Caller, order.id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await traces(service, order.id)).intents).toEqual([{ id: answers[0]?.body.id, status: 'open' }]);
  });

  test.each([
    ['paid', cards.visa, 'charge'],
    ['failed', cards.declined, 'failure'],
  ])(
    'when a hundred requests verify one payment, then it is %s once, with one ledger entry and one notification',
    async (paymentStatus, cardNumber, kind) => {
      const order = await cardOrder();
      const { clientSecret } = await opened(farmer, order.id);
      await pay(farmer, order.id, clientSecret, { cardNumber });
      const before = (await traces(service, order.id)).order?.version ?? 0;
      const callers = [farmer, callerOn(other, farmer)];
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => verify(callers[n % 2] as Caller, order.id, clientSecret)));
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(answers[0]?.body.paymentStatus).toBe(paymentStatus);
      const { ledger, order: row } = await traces(service, order.id);
      expect([ledger.map((entry) => entry.kind), row?.version]).toEqual([[kind], before + 1]);
      // The booking and the outcome of the payment.
      await eventually(async () => expect((await traces(service, order.id)).notified).toHaveLength(2));
      expect((await traces(service, order.id)).waiting).toBe(0);
    },
  );

  test('when two tabs pay one intent, then one card is charged and the other tab gets an error', async () => {
    const order = await cardOrder();
    const intents = await Promise.all([opened(farmer, order.id), opened(callerOn(other, farmer), order.id)]);
    expect(intents[0]).toEqual(intents[1]);
    const answers = await Promise.all(
      [farmer, callerOn(other, farmer)].map((tab, n) => pay(tab, order.id, intents[n]?.clientSecret ?? '', { cardNumber: cards.visa })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    await Promise.all(intents.map((intent) => verify(farmer, order.id, intent.clientSecret)));
    expect((await traces(service, order.id)).ledger).toHaveLength(1);
  });

  test('when a declined payment is verified and retried in many tabs, then one new intent is open', async () => {
    const order = await cardOrder();
    const first = await opened(farmer, order.id);
    await pay(farmer, order.id, first.clientSecret, { cardNumber: cards.declined });
    const callers = [farmer, callerOn(other, farmer)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 4 < 2 ? open(callers[n % 2] as Caller, order.id) : verify(callers[n % 2] as Caller, order.id, first.clientSecret),
      ),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    const { ledger, intents } = await traces(service, order.id);
    expect(ledger.map(({ kind }) => kind)).toEqual(['failure']);
    expect(intents.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    const given = new Set(answers.filter((answer) => 'clientSecret' in answer.body).map((answer) => answer.body.id));
    expect([...given]).toEqual([intents.find(({ status }) => status === 'open')?.id]);
  });
});
