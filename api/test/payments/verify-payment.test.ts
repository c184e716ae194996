import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderIntent } from '../../src/payments/payment-rules.ts';
import { callProvider } from '../../src/payments/provider.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { type Answer, type Caller, placed, signedIn } from '../factories.ts';
import { type Service, startService } from '../harness.ts';
import { FakeProvider } from './fake-provider.ts';
import { open, opened, traces, verify } from './payment-steps.ts';

const provider = new FakeProvider();
let service: Service;
let farmer: Caller;
let days = 0;

beforeAll(async () => {
  service = await startService({ provider: () => provider });
  farmer = await signedIn(service, 'farmer');
});
afterAll(() => service.close());

const cardOrder = (who = farmer) => placed(who, { date: addDays('2026-11-20', days++), paymentMethod: 'visa' });
const providerReturns = (change: Partial<ProviderIntent>) => {
  provider.answer = (intent) => ({ ...intent, ...change });
};
const seen = ({ status, body: { traceId: _, instance: __, ...body } }: Answer) => ({ status, body });

describe('authorization', () => {
  test("when it is another farmer's order, an unknown order or a wrong secret, then the responses are equal", async () => {
    const mine = await cardOrder();
    const { clientSecret } = await opened(farmer, mine.id);
    const neighbour = await signedIn(service, 'farmer');
    const theirs = await cardOrder(neighbour);
    const theirIntent = await opened(neighbour, theirs.id);
    const before = provider.calls;
    const answers = await Promise.all([
      verify(farmer, 999_999_999, clientSecret),
      verify(farmer, '9223372036854775807', clientSecret),
      verify(farmer, theirs.id, theirIntent.clientSecret),
      verify(farmer, mine.id, 'wrong'),
      verify(farmer, mine.id, 'wrong'.repeat(1000)),
      verify(farmer, mine.id, theirIntent.clientSecret),
      verify(farmer, mine.id, `${clientSecret}x`),
      verify(neighbour, mine.id, clientSecret),
    ]);
    expect(seen(answers[0] as Answer)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] as Answer));
    for (const answer of answers) expect(answer.text).not.toMatch(/_secret|wrong/);
    expect(provider.calls).toBe(before);
    expect(seen(await open(farmer, theirs.id))).toEqual(seen(answers[0] as Answer));
  });

  test('when the order is paid in cash, then it is a 409; if it is of another farmer, it is a 404', async () => {
    const cash = await placed(farmer, { date: addDays('2026-11-20', days++) });
    for (const answer of [await verify(farmer, cash.id, 'any'), await open(farmer, cash.id)]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'CASH_ORDER']);
    }
    const neighbour = await signedIn(service, 'farmer');
    expect((await verify(neighbour, cash.id, 'any')).status).toBe(404);
  });
});

describe('outcomes of the provider', () => {
  test.each([
    ['requires_payment_method', 'pending'],
    ['requires_action', 'pending'],
    ['processing', 'pending'],
    ['succeeded', 'paid'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
  ] as const)('when the provider reports %s, then the order is %s', async (status, paymentStatus) => {
    providerReturns({});
    const order = await cardOrder();
    const { clientSecret } = await opened(farmer, order.id);
    providerReturns({ status });
    const answer = await verify(farmer, order.id, clientSecret);
    expect([answer.status, answer.body]).toEqual([200, { ...order, paymentStatus }]);
    expect((await traces(service, order.id)).ledger).toHaveLength(paymentStatus === 'pending' ? 0 : 1);
    if (paymentStatus === 'pending') return;
    // A settled outcome is final; only a declined card can be followed by a success.
    providerReturns({ status: status === 'succeeded' ? 'failed' : 'succeeded' });
    const late = status === 'failed' ? 'paid' : paymentStatus;
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe(late);
    expect((await traces(service, order.id)).ledger).toHaveLength(status === 'failed' ? 2 : 1);
  });

  test.each([{ amount: '1' }, { amount: '375000.01' }, { amount: '3750.00' }, { currency: 'USD' }, { orderId: '1' }, { id: 'pi_other' }])(
    'when the payment has %o, then the order is not paid',
    async (wrong) => {
      providerReturns({});
      const order = await cardOrder();
      const { clientSecret } = await opened(farmer, order.id);
      providerReturns({ status: 'succeeded', ...wrong });
      const answer = await verify(farmer, order.id, clientSecret);
      expect([answer.status, answer.body.paymentStatus]).toEqual([200, 'pending']);
      expect((await traces(service, order.id)).ledger).toEqual([]);
      providerReturns({ status: 'succeeded' });
      expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
    },
  );
});

describe('provider outage', () => {
  test('when the provider fails, then it is a 503 with Retry-After, nothing changes, and later it works', async () => {
    providerReturns({});
    const order = await cardOrder();
    const { clientSecret } = await opened(farmer, order.id);
    const fresh = await cardOrder();
    const before = await traces(service, order.id);
    provider.answer = () => {
      throw new Error('connect ECONNREFUSED 203.0.113.7:443 key sk_live_123');
    };
    for (const answer of [await verify(farmer, order.id, clientSecret), await open(farmer, order.id), await open(farmer, fresh.id)]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.text).not.toMatch(/ECONNREFUSED|sk_live|_secret/);
    }
    expect((await traces(service, order.id)).intents).toEqual(before.intents);
    expect((await traces(service, order.id)).order).toEqual(before.order);
    expect((await traces(service, fresh.id)).intents).toEqual([]);

    providerReturns({ status: 'succeeded' });
    expect((await verify(farmer, order.id, clientSecret)).body.paymentStatus).toBe('paid');
    providerReturns({});
    expect((await open(farmer, fresh.id)).status).toBe(200);
  });

  test('when the response to a new intent is lost, then a retry does not create a second one', async () => {
    providerReturns({});
    const order = await cardOrder();
    const before = provider.size;
    provider.answer = () => {
      throw new Error('socket hang up');
    };
    expect((await open(farmer, order.id)).status).toBe(503);
    providerReturns({});
    expect((await open(farmer, order.id)).status).toBe(200);
    expect(provider.size).toBe(before + 1);
  });

  test('when the provider does not respond, then the request times out', async () => {
    // Only the timeout uses fake timers: the service uses the real clock.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const outcome = callProvider(() => new Promise<never>(() => {})).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await outcome).toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE', facts: { retryAfterSeconds: expect.any(Number) } });
    } finally {
      vi.useRealTimers();
    }
  });
});
