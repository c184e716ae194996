import { describe, expect, test } from 'vitest';
import { billNumber, billRowsOf, billStateOf, checkInvoiceable, type DatedLedgerEntry, getLastPayment, paymentsIn } from './bill-rules.ts';
import type { LedgerEntry } from './payment-rules.ts';

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
/** Ids and days start at 1. */
const ledger = (...kinds: LedgerEntry['kind'][]): DatedLedgerEntry[] =>
  kinds.map((kind, at) => ({ id: String(at + 1), kind, at: day(at + 1) }));

describe('payment of a receipt', () => {
  test.each<[LedgerEntry['kind'][], string]>([
    [['charge'], '1'],
    [['cash'], '1'],
    [['failure', 'charge'], '2'],
    [['charge', 'failure'], '1'],
    [['charge', 'refund'], '1'],
    [['charge', 'refund', 'cash'], '3'],
    [['charge', 'refund', 'failure', 'charge', 'refund'], '4'],
  ])('when the ledger has %j, then the receipt is for entry %s', (kinds, id) => {
    expect(getLastPayment(ledger(...kinds)).id).toBe(id);
  });

  test.each<[LedgerEntry['kind'][]]>([[[]], [['failure']], [['failure', 'failure']]])(
    'when the ledger has %j, then there is no receipt',
    (kinds) => {
      expect(() => getLastPayment(ledger(...kinds))).toThrow(expect.objectContaining({ code: 'NOT_PAID' }));
    },
  );

  test('when an order was paid twice, then both payments are listed', () => {
    expect(paymentsIn(ledger('failure', 'charge', 'refund', 'cash')).map(({ id }) => id)).toEqual(['2', '4']);
  });
});

describe('state of a bill', () => {
  const none = { paidAt: null, refundedAt: null };
  test.each<[string, string | null, LedgerEntry['kind'][], string, ReturnType<typeof billStateOf>]>([
    ['an invoice', null, [], 'confirmed', { status: 'due', ...none }],
    ['an invoice', null, ['failure'], 'completed', { status: 'due', ...none }],
    ['an invoice', null, [], 'cancelled', { status: 'cancelled', ...none }],
    ['an invoice', null, ['charge'], 'confirmed', { status: 'paid', paidAt: day(1), refundedAt: null }],
    ['an invoice', null, ['failure', 'cash', 'failure'], 'completed', { status: 'paid', paidAt: day(2), refundedAt: null }],
    ['an invoice', null, ['charge', 'refund'], 'cancelled', { status: 'refunded', paidAt: day(1), refundedAt: day(2) }],
    ['an invoice', null, ['charge', 'refund'], 'confirmed', { status: 'due', paidAt: day(1), refundedAt: day(2) }],
    ['an invoice', null, ['charge', 'refund', 'charge'], 'confirmed', { status: 'paid', paidAt: day(3), refundedAt: null }],
    ['the first receipt', '1', ['charge'], 'confirmed', { status: 'paid', paidAt: day(1), refundedAt: null }],
    ['the first receipt', '1', ['charge', 'refund'], 'confirmed', { status: 'refunded', paidAt: day(1), refundedAt: day(2) }],
    ['the first receipt', '1', ['charge', 'refund', 'cash'], 'confirmed', { status: 'refunded', paidAt: day(1), refundedAt: day(2) }],
    ['the second receipt', '3', ['charge', 'refund', 'cash'], 'confirmed', { status: 'paid', paidAt: day(3), refundedAt: null }],
    ['the first receipt', '1', ['charge', 'cash', 'refund'], 'confirmed', { status: 'paid', paidAt: day(1), refundedAt: null }],
  ])('when %s (of payment %s) has the ledger %j and a %s order, then it is %j', (_, payment, kinds, orderStatus, expected) => {
    expect(billStateOf(payment, ledger(...kinds), orderStatus)).toEqual(expected);
  });

  test('when the order is cancelled, then no invoice is issued', () => {
    expect(() => checkInvoiceable({ status: 'cancelled' })).toThrow(expect.objectContaining({ code: 'NOTHING_TO_PAY' }));
    for (const status of ['pending', 'confirmed', 'assigned', 'in_progress', 'completed']) checkInvoiceable({ status });
  });
});

test('when a price was adjusted and another payment covers a part, then the bill has a row for each; a row of 0 is left out', () => {
  const bill = { area: '8', areaSprayed: null, cost: '240.10', areaAdjustment: '0.00', priceChanges: [], rest: '0' };
  const service = { kind: 'service', area: '8', amount: '240.10', note: null };
  expect(billRowsOf(bill)).toEqual([service]);
  const priceChanges = [
    { kind: 'credit' as const, amount: '20.05', note: 'A strip was left out.' },
    { kind: 'surcharge' as const, amount: '5', note: null },
  ];
  expect(billRowsOf({ ...bill, areaSprayed: '5', areaAdjustment: '-90.05', priceChanges, rest: '-100.00' })).toEqual([
    service,
    { kind: 'adjustment', area: '5', amount: '-90.05', note: null },
    { kind: 'credit', area: null, amount: '-20.05', note: 'A strip was left out.' },
    { kind: 'surcharge', area: null, amount: '5', note: null },
    { kind: 'other_payments', area: null, amount: '-100.00', note: null },
  ]);
});

test('when the price changed for an objection after the payment of a receipt, then the receipt says so; an invoice and a change by area do not', () => {
  const at = new Date('2026-11-20T03:00:00Z');
  const ledger = [
    { id: '1', kind: 'credit' as const, at, amount: '10', covered: false, isOfObjection: true },
    { id: '2', kind: 'cash' as const, at, amount: '90', covered: true },
    { id: '3', kind: 'credit' as const, at, amount: '5', covered: true, isOfObjection: false },
    { id: '4', kind: 'credit' as const, at, amount: '20', covered: true, isOfObjection: true },
  ];
  expect(billStateOf('2', ledger, 'completed')).toMatchObject({ status: 'paid', laterChanges: [{ kind: 'credit', amount: '20', at }] });
  expect(billStateOf(null, ledger, 'completed')).not.toHaveProperty('laterChanges');
});

test.each([
  ['receipt', 2026, 1, 'R-2026-000001'],
  ['invoice', 2027, 123456, 'I-2027-123456'],
  ['receipt', 2026, 1234567, 'R-2026-1234567'],
] as const)('when a %s of %d is number %d, then it is %s', (kind, year, serial, number) => {
  expect(billNumber(kind, year, serial)).toBe(number);
});
