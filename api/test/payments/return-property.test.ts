import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import { reconcilePayments } from '../../src/payments/reconcile-payments.ts';
import { SandboxProvider } from '../../src/payments/sandbox.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { createLog } from '../../src/platform/telemetry/log.ts';
import { orderInState, removeBookingLimits } from '../arrange.ts';
import { type Answer, type Caller, signedIn } from '../factories.ts';
import { type Service, startService, testKeys, testNow } from '../harness.ts';
import { fc } from '../seeded-fast-check.ts';
import { correct, ledgerOf } from './cash-steps.ts';
import { cards, open, pay, verify } from './payment-steps.ts';

let service: Service;
let farmer: Caller;
let office: Caller;
let crew: Caller[] = [];

/** What the provider refunded, by its own account: a repeated key is the same refund. */
let refunds = new Map<string, { intent: string; amount: string | undefined }>();
let provider: PaymentProvider;
/** Every second refund fails after it was made. */
let isUnreliable = false;

function recording(database: Database): PaymentProvider {
  const sandbox = new SandboxProvider(database, testKeys(database), () => service.clock.now);
  let calls = 0;
  sandbox.refundIntent = async (id: string, key?: string, part?: { amount: string }) => {
    refunds.set(String(key), { intent: id, amount: part?.amount });
    if (isUnreliable && calls++ % 2 === 0) throw new Error('the answer was lost');
    return true;
  };
  provider = sandbox;
  return sandbox;
}

beforeAll(async () => {
  service = await startService({ provider: recording, idle: true });
  await removeBookingLimits(service);
  farmer = await signedIn(service, 'farmer');
  office = await signedIn(service, 'receptionist');
  crew = await Promise.all([1, 2, 3].map(() => signedIn(service, 'sprayer')));
});
afterAll(() => service.close());

const amount = fc.constantFrom(10_000, 50_000, 90_000, 140_000);
const step = fc.oneof(
  fc.record({ do: fc.constant('late cash' as const), by: fc.nat({ max: 2 }), amount }),
  fc.record({ do: fc.constant('decide' as const), heldCash: fc.constantFrom('record', 'drop') }),
  fc.record({ do: fc.constant('change method' as const), to: fc.constantFrom('cash', 'visa') }),
  fc.record({ do: fc.constant('correct' as const), which: fc.nat({ max: 3 }) }),
  fc
    .constantFrom(...(['cash', 'card', 'card', 'card', 'refund', 'refund', 'reconcile', 'reconcile', 'cancel'] as const))
    .map((action) => ({ do: action })),
);

test('when payments and refunds happen in any order, then nothing is stuck and nothing is returned twice', async () => {
  const plan = fc.record({
    method: fc.constantFrom('cash', 'visa', 'visa'),
    isUnreliable: fc.boolean(),
    steps: fc.array(step, { minLength: 3, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ method, steps, ...given }) => {
      service.clock.now = testNow;
      refunds = new Map();
      isUnreliable = given.isUnreliable;
      const planned = { orderStatus: 'assigned', paymentStatus: 'pending', paymentMethod: method as 'cash' | 'visa' } as const;
      const { id } = await orderInState(service, farmer, planned, crew, { area: 3 });
      const path = `/api/receptionist/order/${id}`;
      const reconcile = () => {
        service.clock.now = new Date(service.clock.now.getTime() + 3_600_000);
        return reconcilePayments({ database: service.database, provider, log: createLog('silent') }, service.clock.now);
      };
      const refund = () => office.post(`${path}/refund`, { method: 'cash' });
      const accept = ({ status, text }: Answer, ...refused: number[]) => expect([200, 400, 409, ...refused], text).toContain(status);
      for (const each of steps) {
        if (each.do === 'late cash')
          accept(
            await (crew[each.by] as Caller).post(`/api/sprayer/order/${id}/late-report`, { areaSprayed: 3, cashReceived: each.amount }),
          );
        else if (each.do === 'decide') {
          const open = (await office.get(`${path}/late-report/`)).body.content.find(({ decision }: Answer['body']) => decision === null);
          if (open !== undefined)
            accept(
              await office.post(`${path}/late-report/${open.id}/decision`, { decision: 'set_aside', reason: 'x', heldCash: each.heldCash }),
            );
        } else if (each.do === 'change method') accept(await office.post(`${path}/payment-method`, { paymentMethod: each.to }));
        else if (each.do === 'correct') {
          const entries = (await ledgerOf(office, id)).filter(({ kind }) => kind === 'cash');
          const entry = entries[each.which % Math.max(entries.length, 1)];
          if (entry !== undefined) accept(await correct(office, id, entry.id));
        } else if (each.do === 'cash') accept(await office.post(`${path}/cash`, { cashReceived: 200_000 }));
        else if (each.do === 'card') {
          const { status, body } = await open(farmer, id);
          if (status !== 200) continue;
          await pay(farmer, id, body.clientSecret, { cardNumber: cards.visa });
          await verify(farmer, id, body.clientSecret);
        } else if (each.do === 'refund') accept(await refund());
        else if (each.do === 'cancel') accept(await office.post(`${path}/cancel`, { reason: 'Storm.' }));
        else await reconcile();
      }

      isUnreliable = false;
      for (let n = 0; n < 3; n++) await reconcile();
      const { body: before } = await office.get(`${path}/report`);
      expect(before.balance.refundedToCard).toBe(false);
      expect((await refund()).status).toBe(before.balance.refundedByHand > 0 ? 200 : 409);
      expect((await refund()).status).toBe(409);
      const { balance } = (await office.get(`${path}/report`)).body;
      const { orderStatus } = (await office.get(path)).body;
      expect(balance).toMatchObject({ overpaid: 0, refundedByHand: 0, refundedToCard: false });
      if (orderStatus === 'cancelled') expect(balance.paid).toBe(0);
      expect(balance.paid).toBeGreaterThanOrEqual(0);
      expect(balance.paid).toBeLessThanOrEqual(balance.total);
      const inbox = (await office.get('/api/receptionist/inbox/?size=200&reason=refund_due')).body.content;
      expect(inbox.filter(({ order }: Answer['body']) => order.id === id)).toEqual([]);
      // What the provider refunded of each card payment is what the ledger says, and never more than was paid.
      const ledger = await ledgerOf(office, id);
      for (const charge of ledger.filter(({ kind, providerReference }) => kind === 'charge' && providerReference !== null)) {
        const recorded = ledger.filter(
          ({ kind, providerReference }) => kind === 'refund' && providerReference === charge.providerReference,
        );
        const made = [...refunds.values()].filter(({ intent }) => intent === charge.providerReference);
        const parts = made.reduce((sum, part) => sum + Number(part.amount ?? 0), 0);
        const total = made.some((part) => part.amount === undefined) ? charge.amount : parts;
        expect(recorded.reduce((sum, entry) => sum + entry.amount, 0)).toBe(total);
        expect(total).toBeLessThanOrEqual(charge.amount);
      }
    }),
    { numRuns: 40 },
  );
});
