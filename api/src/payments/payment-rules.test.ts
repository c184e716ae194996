import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LedgerEntry, ledgerKinds, type ProviderIntent, paymentStatusOf, sameAmount, settlement } from './payment-rules.ts';

const expected = { id: 'pi_1', orderId: '42', amount: '375000', currency: 'VND' };

describe('what a provider says', () => {
  test.each([
    ['requires_payment_method', 'open'],
    ['requires_action', 'open'],
    ['processing', 'open'],
    ['succeeded', 'paid'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
  ] as const)('when the intent is %s, then it is %s', (status, result) => {
    expect(settlement(expected, { ...expected, status })).toBe(result);
  });

  test.each([
    { id: 'pi_2' },
    { orderId: '43' },
    { currency: 'USD' },
    { amount: '374999' },
    { amount: '375001' },
    { amount: '3750' },
    { amount: '375000.01' },
    { amount: '-375000' },
    { amount: '' },
  ] satisfies Partial<ProviderIntent>[])('when money came with %o, then it is not counted', (wrong) => {
    expect(settlement(expected, { ...expected, status: 'succeeded', ...wrong })).toBe('mismatch');
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
