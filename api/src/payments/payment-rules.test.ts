import { describe, expect, test } from 'vitest';
import { fc } from '../../test/seeded-fast-check.ts';
import {
  fromSmallestUnit,
  type IntentState,
  type LedgerEntry,
  ledgerKinds,
  nextLookupDelaySeconds,
  type Outcome,
  outcomeOf,
  type ProviderIntent,
  paymentStatusOf,
  refundAction,
  type Settlement,
  sameAmount,
  settle,
  toSmallestUnit,
} from './payment-rules.ts';

const expected = { id: 'pi_1', orderId: '42', amount: '375000', currency: 'VND', live: true };

describe('outcome of a provider response', () => {
  test.each([
    ['requires_payment_method', 'open'],
    ['requires_action', 'open'],
    ['processing', 'open'],
    ['succeeded', 'paid'],
    ['failed', 'declined'],
    ['cancelled', 'ended'],
  ] as const)('when the intent is %s, then it is %s', (status, result) => {
    expect(outcomeOf(expected, { ...expected, status })).toBe(result);
  });

  test.each([
    { id: 'pi_2' },
    { orderId: '43' },
    { currency: 'USD' },
    { live: false },
    { amount: '374999' },
    { amount: '375001' },
    { amount: '3750' },
    { amount: '375000.01' },
    { amount: '-375000' },
    { amount: '' },
  ] satisfies Partial<ProviderIntent>[])('when a payment has %o, then it is a mismatch', (wrong) => {
    expect(outcomeOf(expected, { ...expected, status: 'succeeded', ...wrong })).toBe('mismatch');
  });
});

describe('settling an outcome', () => {
  const noted = (status: IntentState['status'], ended = false, mismatch = false): IntentState => ({ status, ended, mismatch });
  const open = { cancelled: false, paidOtherwise: false };
  const cancelled = { cancelled: true, paidOtherwise: false };
  const paid = { cancelled: false, paidOtherwise: true };

  test.each<[IntentState, Outcome, typeof open, Settlement | undefined]>([
    [noted('open'), 'open', open, undefined],
    [noted('open'), 'paid', open, { ...noted('succeeded'), ledgerEntry: 'charge' }],
    [noted('open'), 'paid', cancelled, { ...noted('succeeded'), ledgerEntry: 'charge' }],
    [noted('open'), 'paid', paid, noted('open', false, true)],
    [noted('open'), 'declined', open, { ...noted('failed'), ledgerEntry: 'failure' }],
    [noted('open'), 'ended', open, { ...noted('failed', true), ledgerEntry: 'failure' }],
    [noted('open'), 'ended', cancelled, noted('cancelled', true)],
    [noted('open'), 'mismatch', open, noted('open', false, true)],
    [noted('open', false, true), 'mismatch', open, undefined],
    [noted('open', false, true), 'paid', open, { ...noted('succeeded', false, true), ledgerEntry: 'charge' }],
    [noted('open', false, true), 'paid', paid, undefined],
    [noted('failed'), 'open', open, undefined],
    [noted('failed'), 'declined', open, undefined],
    [noted('failed'), 'paid', open, { ...noted('succeeded'), ledgerEntry: 'charge' }],
    [noted('failed'), 'ended', open, noted('failed', true)],
    [noted('failed'), 'ended', cancelled, noted('failed', true)],
    [noted('failed', true), 'ended', open, undefined],
    [noted('failed', true), 'paid', open, { ...noted('succeeded', true), ledgerEntry: 'charge' }],
    [noted('cancelled', true), 'paid', cancelled, { ...noted('succeeded', true), ledgerEntry: 'charge' }],
    [noted('cancelled', true), 'declined', cancelled, undefined],
  ])('when an intent in state %o has outcome %s and the order is %o, then the state becomes %o', (before, outcome, order, after) => {
    expect(settle(before, outcome, order)).toEqual(after);
  });

  test('when outcomes arrive in any order and number, then a success is recorded once and a mismatch reported once', () => {
    const anyOutcomes = fc.array(fc.constantFrom<Outcome>('paid', 'declined', 'ended', 'open', 'mismatch'), { maxLength: 12 });
    fc.assert(
      fc.property(anyOutcomes, fc.boolean(), (outcomes, isCancelled) => {
        let now = noted('open');
        const entered: string[] = [];
        let mismatches = 0;
        for (const outcome of outcomes) {
          const next = settle(now, outcome, { cancelled: isCancelled, paidOtherwise: false });
          if (next === undefined) continue;
          if (next.ledgerEntry !== undefined) entered.push(next.ledgerEntry);
          if (next.mismatch && !now.mismatch) mismatches++;
          now = noted(next.status, next.ended, next.mismatch);
        }
        expect(entered.filter((kind) => kind === 'charge')).toHaveLength(outcomes.includes('paid') ? 1 : 0);
        expect(entered.filter((kind) => kind === 'failure').length).toBeLessThanOrEqual(1);
        expect(entered.lastIndexOf('failure')).toBeLessThanOrEqual(0);
        expect(mismatches).toBeLessThanOrEqual(1);
        expect(now.status === 'succeeded').toBe(outcomes.includes('paid'));
      }),
    );
  });
});

describe('refund at the provider', () => {
  const paid = { status: 'succeeded', ended: false, mismatch: false, amount: '375000', currency: 'VND' } as const;
  test.each([
    [paid, '375000', '0', '0', { amount: '375000' }],
    [paid, '375000.00', '375000', '0', undefined],
    [paid, '0', '0', '0', undefined],
    [paid, '5000', '0', '0', 'report'],
    [paid, '5000', '375000', '0', 'report'],
    [paid, '0', '375000', '0', 'report'],
    [{ ...paid, mismatch: true }, '5000', '0', '0', undefined],
    [{ ...paid, mismatch: true }, '375000', '0', '0', { amount: '375000' }],
    [{ ...paid, status: 'open' as const }, '375000', '0', '0', undefined],
    // A part is refunded: before and after the ledger has the entry.
    [paid, '5000', '0', '5000', undefined],
    [paid, '5000.00', '5000', '0', undefined],
    [paid, '8000', '5000', '0', 'report'],
    // A second part, and the rest.
    [paid, '8000', '5000', '3000', undefined],
    [paid, '375000', '5000', '370000', { amount: '370000' }],
  ])(
    'when the intent is %j, %s is refunded at the provider, recorded here is %s and overpaid %s, then the action is %j',
    (noted, returned, recorded, overpaid, due) => {
      expect(refundAction(noted, returned, recorded, overpaid)).toEqual(due);
    },
  );
});

describe('smallest currency unit', () => {
  test.each([
    ['375000', 'VND', 375000],
    ['375000.00', 'VND', 375000],
    ['1', 'JPY', 1],
    ['12.5', 'EUR', 1250],
    ['12.50', 'USD', 1250],
    ['0.01', 'USD', 1],
    ['0', 'USD', 0],
    ['9', 'ISK', 900],
    ['9', 'UGX', 900],
    ['1.234', 'KWD', 1234],
    ['1.2', 'BHD', 1200],
    ['90071992547409.91', 'USD', 9007199254740991],
  ])('when the amount is %s %s, then it is %i units', (amount, currency, units) => {
    expect(toSmallestUnit(amount, currency)).toBe(units);
    expect(sameAmount(fromSmallestUnit(units, currency), amount)).toBe(true);
  });

  test.each([
    ['0.5', 'VND'],
    ['0.001', 'USD'],
    ['1.2345', 'KWD'],
    ['-1', 'USD'],
    ['', 'USD'],
    ['1e3', 'USD'],
    ['1,5', 'EUR'],
    ['.5', 'EUR'],
    ['90071992547409.92', 'USD'],
  ])('when "%s" %s is not a whole number of units, then it throws', (amount, currency) => {
    expect(() => toSmallestUnit(amount, currency)).toThrow(RangeError);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('when a provider reports %d units, then it throws', (units) => {
    expect(() => fromSmallestUnit(units, 'USD')).toThrow(RangeError);
  });

  test('when units are converted to an amount and back, then they are equal', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('VND', 'USD', 'KWD', 'ISK'), (units, currency) => {
        expect(toSmallestUnit(fromSmallestUnit(units, currency), currency)).toBe(units);
      }),
    );
  });
});

describe('lookup delay', () => {
  test('when an intent gets older, then the delay grows up to six hours', () => {
    expect([0, 60, 600, 86_400, 10_000_000].map(nextLookupDelaySeconds)).toEqual([60, 60, 300, 21_600, 21_600]);
  });
});

describe('comparing amounts', () => {
  test.each([
    ['12.5', '12.50', true],
    ['12', '12.00', true],
    ['012.5', '12.5', true],
    ['0', '0.00', true],
    ['0.10', '0.1', true],
    ['100', '1', false],
    ['100', '10', false],
    ['12.05', '12.5', false],
    ['10.0', '100', false],
    ['9007199254740993', '9007199254740992', false],
    ['0.1', '0.10000000000000001', false],
  ])('when %s is compared with %s, then equality is %s', (a, b, same) => {
    expect(sameAmount(a, b)).toBe(same);
    expect(sameAmount(b, a)).toBe(same);
  });

  test('when two amounts are written with any number of decimals, then they are equal exactly if their units are', () => {
    const written = (units: bigint, places: number) => {
      const text = String(units).padStart(places + 1, '0');
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    };
    const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(units, units, fc.nat({ max: 4 }), fc.nat({ max: 6 }), (a, b, places, extra) => {
        expect(sameAmount(written(a, places), written(a * 10n ** BigInt(extra), places + extra))).toBe(true);
        expect(sameAmount(written(a, places), written(b, places))).toBe(a === b);
      }),
    );
  });
});

describe('payment status from the ledger', () => {
  test.each<[LedgerEntry['kind'][], string]>([
    [[], 'pending'],
    [['failure'], 'failed'],
    [['failure', 'failure'], 'failed'],
    [['failure', 'charge'], 'paid'],
    [['charge'], 'paid'],
    [['charge', 'failure'], 'paid'],
    [['cash'], 'paid'],
    [['failure', 'cash'], 'paid'],
    [['charge', 'refund'], 'pending'],
    [['charge', 'refund', 'failure'], 'failed'],
    [['charge', 'refund', 'charge'], 'paid'],
    [['cash', 'correction'], 'pending'],
    [['cash', 'correction', 'cash'], 'paid'],
    [['cash', 'correction', 'cash', 'correction'], 'pending'],
  ])('when the ledger has %j, then the order is %s', (kinds, status) => {
    expect(paymentStatusOf(kinds.map((kind) => ({ kind })))).toBe(status);
  });

  test('when the last movement of money is a payment, then the order is paid despite later failures', () => {
    const kinds = fc.array(fc.constantFrom(...ledgerKinds), { maxLength: 8 });
    fc.assert(
      fc.property(kinds, (ledger) => {
        const lastMove = ledger.findLast((kind) => kind !== 'failure');
        expect(paymentStatusOf(ledger.map((kind) => ({ kind }))) === 'paid').toBe(lastMove === 'charge' || lastMove === 'cash');
      }),
    );
  });
});
