import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { reconcilePayments } from '../../src/payments/reconcile-payments.ts';
import { SandboxProvider } from '../../src/payments/sandbox.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { addDays } from '../../src/platform/time/clock.ts';
import { removeBookingLimits } from '../arrange.ts';
import { type Caller, callerOn, placed, signedIn } from '../factories.ts';
import { type Service, startService, testKeys, testNow } from '../harness.ts';
import { fc } from '../seeded-fast-check.ts';
import { type Behaviour, FakeStripe } from './fake-stripe.ts';
import { cards, type Intent, open, traces, verify } from './payment-steps.ts';

/** The same actions on both providers, from the side of the payer. */
interface World {
  make(database: Database): PaymentProvider;
  /** Submits a card, or answers the second step, for an intent that was created before. */
  pay(intent: Intent, orderId: number, card: 'good' | 'declined' | 'second step'): Promise<void>;
  answerStep(intent: Intent, orderId: number, approved: boolean): Promise<void>;
  /** Delivers one of the events so far, again or for the first time. */
  message(which: number): Promise<void>;
  /** A refund at the provider itself, where that is possible; the provider sends the event until it is accepted. */
  refundByHand?(intent: Intent): void;
  sendRefundEvents?(): Promise<void>;
  /** How the provider treats the calls from now on, in a cycle. */
  behaviours(behaviours: readonly Behaviour[]): void;
  net(orderId: number): Promise<number>;
  /** The intents of an order that would accept a card. */
  payable(orderId: number): Promise<string[]>;
}

let service: Service;
let farmer: Caller;
let callers: Caller[] = [];

const stripe = new FakeStripe();

const stripeWorld: World = {
  make: stripe.provider,
  pay: async ({ id }, _, card) => void stripe.confirm(id, card),
  answerStep: async ({ id }, _, approved) => void stripe.authenticate(id, approved),
  async message(which) {
    const event = stripe.events[stripe.events.length - 1 - (which % Math.min(stripe.events.length, 8))];
    if (event !== undefined) await stripe.deliver(service, event);
  },
  refundByHand: ({ id }) => void stripe.refundByHand(id),
  async sendRefundEvents() {
    for (const event of stripe.events.filter(({ type }) => type === 'charge.refunded').slice(-4)) await stripe.deliver(service, event);
  },
  behaviours(behaviours) {
    stripe.behaviour = cycle(behaviours);
  },
  net: async (orderId) => stripe.net(orderId),
  payable: async (orderId) => stripe.payable(orderId).map(({ id }) => id),
};

function cycle(behaviours: readonly Behaviour[]): () => Behaviour {
  let calls = 0;
  return () => behaviours[calls++ % behaviours.length] as Behaviour;
}

let nextBehaviour: () => Behaviour = () => 'answer';
/** The sandbox behind an unreliable connection. */
function overUnreliableNetwork(provider: PaymentProvider): PaymentProvider {
  const over = async <T>(work: () => Promise<T>): Promise<T> => {
    const behaviour = nextBehaviour();
    if (behaviour === 'drop' || behaviour === 'fail') throw new Error('connection lost');
    const answer = await work();
    if (behaviour === 'lose' || behaviour === 'break') throw new Error('response lost');
    return answer;
  };
  return {
    name: provider.name,
    live: provider.live,
    publishableKey: provider.publishableKey,
    createIntent: (intent) => over(() => provider.createIntent(intent)),
    retrieveIntent: (id) => over(() => provider.retrieveIntent(id)),
    cancelIntent: (id) => over(() => provider.cancelIntent(id)),
    findIntentByKey: (key, since) => over(() => provider.findIntentByKey(key, since)),
    refundIntent: (id, key, part) => over(() => provider.refundIntent(id, key, part)),
    findRefund: (id, recorded) => over(() => provider.findRefund(id, recorded)),
  };
}

let sandbox: SandboxProvider;
const sandboxWorld: World = {
  make(database) {
    sandbox = new SandboxProvider(database, testKeys(database), () => service.clock.now);
    return overUnreliableNetwork(sandbox);
  },
  async pay({ id }, _, card) {
    const cardNumber = { good: cards.visa, declined: cards.declined, 'second step': cards.secondStep }[card];
    await sandbox.pay(id, cardNumber, undefined).catch(() => {});
  },
  async answerStep({ id }, _, approved) {
    await sandbox.pay(id, undefined, approved).catch(() => {});
  },
  message: async () => {},
  behaviours(behaviours) {
    nextBehaviour = cycle(behaviours);
  },
  async net(orderId) {
    const [row] = await service.sql<{ net: number }>(
      "select coalesce(sum(amount), 0)::int as net from sandbox_intent where order_id = $1 and status = 'succeeded' and not refunded",
      [orderId],
    );
    return row?.net ?? 0;
  },
  async payable(orderId) {
    const rows = await service.sql<{ id: string }>(
      "select id from sandbox_intent where order_id = $1 and status not in ('succeeded', 'cancelled')",
      [orderId],
    );
    return rows.map(({ id }) => id);
  },
};

type Step =
  | { do: 'open' | 'verify' | 'cancel' | 'reschedule' | 'reconcile' | 'wait' | 'restart' }
  | { do: 'pay'; card: 'good' | 'declined' | 'second step'; which: number }
  | { do: 'answer'; approved: boolean; which: number }
  | { do: 'message' | 'refund by hand'; which: number }
  | { do: 'provider'; behaviours: Behaviour[] }
  | { do: 'two tabs' };

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const which = fc.nat({ max: 7 });
const behaviour = fc.constantFrom<Behaviour>('answer', 'answer', 'answer', 'fail', 'break', 'drop', 'lose');
const step: fc.Arbitrary<Step> = fc.oneof(
  often(5, fc.constant<Step>({ do: 'open' })),
  often(4, fc.constant<Step>({ do: 'verify' })),
  often(6, fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom('good', 'declined', 'declined', 'second step'), which })),
  often(2, fc.record({ do: fc.constant('answer' as const), approved: fc.boolean(), which })),
  often(4, fc.record({ do: fc.constant('message' as const), which })),
  often(3, fc.record({ do: fc.constant('provider' as const), behaviours: fc.array(behaviour, { minLength: 1, maxLength: 3 }) })),
  often(3, fc.constantFrom<Step>({ do: 'reconcile' }, { do: 'wait' }, { do: 'two tabs' })),
  often(1, fc.record({ do: fc.constant('refund by hand' as const), which })),
  often(1, fc.constantFrom<Step>({ do: 'cancel' }, { do: 'reschedule' }, { do: 'restart' })),
);

describe.each([
  ['the sandbox', sandboxWorld],
  ['Stripe', stripeWorld],
])('with %s', (_, world) => {
  let turn = 0;
  let days = 0;

  beforeAll(async () => {
    await stripe.start();
    service = await startService({ provider: (database) => world.make(database), idle: true });
    await removeBookingLimits(service);
    farmer = await signedIn(service, 'farmer');
    callers = [farmer, callerOn(await service.another(), farmer)];
  });
  afterAll(async () => {
    await service.close();
    await stripe.close();
  });

  const reconcile = () =>
    reconcilePayments({ database: service.database, provider: world.make(service.database), log: createLog('silent') }, service.clock.now);
  const caller = () => callers[turn++ % callers.length] as Caller;
  const pass = (minutes: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + minutes * 60_000);
  };

  test('when steps happen in any order, then ledger, provider and paymentStatus match in the end, and no order is paid twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        service.clock.now = testNow;
        world.behaviours(['answer']);
        const order = await placed(farmer, { date: addDays('2026-12-01', days++ % 300), paymentMethod: 'visa' });
        const orderId: number = order.id;
        const seen: Intent[] = [];
        const intentOf = (n: number) => seen[seen.length - 1 - (n % seen.length)];
        const openIt = async () => {
          const answer = await open(caller(), orderId);
          expect([200, 409, 503]).toContain(answer.status);
          if (answer.status === 200 && !seen.some(({ id }) => id === answer.body.id)) seen.push(answer.body);
        };
        await openIt();
        for (const each of steps) {
          const intent = 'which' in each ? intentOf(each.which) : seen.at(-1);
          if (each.do === 'open') await openIt();
          else if (each.do === 'two tabs') await Promise.all([openIt(), openIt()]);
          else if (each.do === 'provider') world.behaviours(each.behaviours);
          else if (each.do === 'message') await world.message(each.which);
          else if (each.do === 'reconcile') await reconcile();
          else if (each.do === 'wait') pass(20);
          else if (each.do === 'restart') callers.reverse();
          else if (each.do === 'cancel') await farmer.post(`/api/farmer/order/${orderId}/cancel`);
          else if (each.do === 'reschedule')
            await farmer.post(`/api/farmer/order/${orderId}/reschedule`, { date: addDays('2026-12-01', days++ % 300), session: { id: 4 } });
          else if (intent === undefined) continue;
          else if (each.do === 'refund by hand') world.refundByHand?.(intent);
          else if (each.do === 'pay') await world.pay(intent, orderId, each.card);
          else if (each.do === 'answer') await world.answerStep(intent, orderId, each.approved);
          else expect([200, 503]).toContain((await verify(caller(), orderId, intent.clientSecret)).status);
          expect((await world.payable(orderId)).length).toBeLessThanOrEqual(1);
        }

        world.behaviours(['answer']);
        await world.sendRefundEvents?.();
        for (let n = 0; n < 3; n++) {
          pass(13 * 60);
          await reconcile();
        }
        const { ledger, order: row, intents } = await traces(service, orderId);
        const [state] = await service.sql<{ order_status: string }>('select order_status from spray_order where id = $1', [orderId]);
        const kinds = ledger.map(({ kind }) => kind);
        const sum = kinds.reduce((total, kind) => total + (kind === 'charge' ? 375000 : kind === 'refund' ? -375000 : 0), 0);
        const net = await world.net(orderId);
        expect(net).toBe(sum);
        // Only an order with a refund can be paid again.
        const charges = kinds.filter((kind) => kind === 'charge').length;
        const refunds = kinds.filter((kind) => kind === 'refund').length;
        expect([0, 1]).toContain(charges - refunds);
        expect([0, 375000]).toContain(net);
        if (state?.order_status === 'cancelled') expect(net).toBe(0);
        expect(row?.payment_status === 'paid').toBe(net > 0);
        if (net === 0 && state?.order_status !== 'cancelled' && intents.length > 0 && refunds === 0)
          expect(row?.payment_status).toBe('failed');
        // An intent whose creation was lost may remain; no client has its secret.
        const left = await world.payable(orderId);
        expect(seen.filter(({ id }) => left.includes(id))).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});
