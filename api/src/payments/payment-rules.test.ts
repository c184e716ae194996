import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fromSmallestUnit,
  type LedgerEntry,
  ledgerKinds,
  type NotedIntent,
  nextLookSeconds,
  type Outcome,
  outcomeOf,
  type ProviderIntent,
  paymentStatusOf,
  returnOf,
  type Settlement,
  sameAmount,
  settle,
  toSmallestUnit,
} from './payment-rules.ts';

const expected = { id: 'pi_1', orderId: '42', amount: '375000', currency: 'VND', live: true };

describe('what a provider says', () => {
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
  ] satisfies Partial<ProviderIntent>[])('when money came with %o, then it is not counted', (wrong) => {
    expect(outcomeOf(expected, { ...expected, status: 'succeeded', ...wrong })).toBe('mismatch');
  });
});

describe('what is noted of it', () => {
  const noted = (status: NotedIntent['status'], ended = false, mismatch = false): NotedIntent => ({ status, ended, mismatch });
  const open = { cancelled: false, paidOtherwise: false };
  const cancelled = { cancelled: true, paidOtherwise: false };
  const paid = { cancelled: false, paidOtherwise: true };

  test.each<[NotedIntent, Outcome, typeof open, Settlement | undefined]>([
    [noted('open'), 'open', open, undefined],
    [noted('open'), 'paid', open, { ...noted('succeeded'), enter: 'charge' }],
    [noted('open'), 'paid', cancelled, { ...noted('succeeded'), enter: 'charge' }],
    [noted('open'), 'paid', paid, noted('open', false, true)],
    [noted('open'), 'declined', open, { ...noted('failed'), enter: 'failure' }],
    [noted('open'), 'ended', open, { ...noted('failed', true), enter: 'failure' }],
    [noted('open'), 'ended', cancelled, noted('cancelled', true)],
    [noted('open'), 'mismatch', open, noted('open', false, true)],
    [noted('open', false, true), 'mismatch', open, undefined],
    [noted('open', false, true), 'paid', open, { ...noted('succeeded', false, true), enter: 'charge' }],
    [noted('open', false, true), 'paid', paid, undefined],
    [noted('failed'), 'open', open, undefined],
    [noted('failed'), 'declined', open, undefined],
    [noted('failed'), 'paid', open, { ...noted('succeeded'), enter: 'charge' }],
    [noted('failed'), 'ended', open, noted('failed', true)],
    [noted('failed'), 'ended', cancelled, noted('failed', true)],
    [noted('failed', true), 'ended', open, undefined],
    [noted('failed', true), 'paid', open, { ...noted('succeeded', true), enter: 'charge' }],
    [noted('cancelled', true), 'paid', cancelled, { ...noted('succeeded', true), enter: 'charge' }],
    [noted('cancelled', true), 'declined', cancelled, undefined],
  ])('when %o is heard to be %s for %o, then that becomes %o', (before, outcome, order, after) => {
    expect(settle(before, outcome, order)).toEqual(after);
  });

  test('when outcomes come in any order and any number, then a success among them is entered once, and each thing is said once', () => {
    const outcomes = fc.array(fc.constantFrom<Outcome>('paid', 'declined', 'ended', 'open', 'mismatch'), { maxLength: 12 });
    fc.assert(
      fc.property(outcomes, fc.boolean(), (heard, isCancelled) => {
        let now = noted('open');
        const entered: string[] = [];
        let misfits = 0;
        for (const outcome of heard) {
          const next = settle(now, outcome, { cancelled: isCancelled, paidOtherwise: false });
          if (next === undefined) continue;
          if (next.enter !== undefined) entered.push(next.enter);
          if (next.mismatch && !now.mismatch) misfits++;
          now = noted(next.status, next.ended, next.mismatch);
        }
        expect(entered.filter((kind) => kind === 'charge')).toHaveLength(heard.includes('paid') ? 1 : 0);
        expect(entered.filter((kind) => kind === 'failure').length).toBeLessThanOrEqual(1);
        expect(entered.lastIndexOf('failure')).toBeLessThanOrEqual(0);
        expect(misfits).toBeLessThanOrEqual(1);
        expect(now.status === 'succeeded').toBe(heard.includes('paid'));
      }),
    );
  });
});

describe('money that went back at the provider', () => {
  const paid = { status: 'succeeded', ended: false, mismatch: false, amount: '375000' } as const;
  test.each([
    [paid, '375000', false, 'refund'],
    [paid, '375000.00', true, undefined],
    [paid, '0', false, undefined],
    [paid, '5000', false, 'tell'],
    [paid, '5000', true, 'tell'],
    [paid, '0', true, 'tell'],
    [{ ...paid, mismatch: true }, '5000', false, undefined],
    [{ ...paid, mismatch: true }, '375000', false, 'refund'],
    [{ ...paid, status: 'open' as const }, '375000', false, undefined],
  ])('when of %j %s is back, and that it was refunded is %s, then it is %s', (noted, returned, refunded, due) => {
    expect(returnOf(noted, returned, refunded)).toBe(due);
  });
});

describe('the smallest unit', () => {
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
  ])('when it is %s %s, then it is %i', (amount, currency, units) => {
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
  ])('when "%s" %s cannot be said in it exactly, then it is refused', (amount, currency) => {
    expect(() => toSmallestUnit(amount, currency)).toThrow(RangeError);
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('when a provider says %d units, then that is no amount', (units) => {
    expect(() => fromSmallestUnit(units, 'USD')).toThrow(RangeError);
  });

  test('when any number of units goes there and back, then it is the same', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom('VND', 'USD', 'KWD', 'ISK'), (units, currency) => {
        expect(toSmallestUnit(fromSmallestUnit(units, currency), currency)).toBe(units);
      }),
    );
  });
});

describe('asking again', () => {
  test('when an intent grows older, then it is asked about less often, and never less than four times a day', () => {
    expect([0, 60, 600, 86_400, 10_000_000].map(nextLookSeconds)).toEqual([60, 60, 300, 21_600, 21_600]);
  });
});

describe('amounts', () => {
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
  ])('when %s stands against %s, then the same is %s', (a, b, same) => {
    expect(sameAmount(a, b)).toBe(same);
    expect(sameAmount(b, a)).toBe(same);
  });

  test('when two amounts of smallest units are written out, then they are the same exactly if the units are', () => {
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

describe('the status that follows from the ledger', () => {
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
  ])('when it has %j, then the order is %s', (kinds, status) => {
    expect(paymentStatusOf(kinds.map((kind) => ({ kind })))).toBe(status);
  });

  test('when the last money that moved came in, then the order is paid, whatever failed since', () => {
    const kinds = fc.array(fc.constantFrom(...ledgerKinds), { maxLength: 8 });
    fc.assert(
      fc.property(kinds, (ledger) => {
        const lastMove = ledger.findLast((kind) => kind !== 'failure');
        expect(paymentStatusOf(ledger.map((kind) => ({ kind }))) === 'paid').toBe(lastMove === 'charge' || lastMove === 'cash');
      }),
    );
  });
});
