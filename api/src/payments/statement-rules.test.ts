import { describe, expect, test } from 'vitest';
import { sameAmount } from './payment-rules.ts';
import { matchLines, parseAmount, parseDate, readStatement, recogniseColumns } from './statement-rules.ts';

test.each([
  [['Date', 'Description', 'Debit', 'Credit', 'Balance', 'Reference'], { date: 0, amount: 3, memo: 1, number: 5 }],
  [['STT', 'Ngày giao dịch', 'Số bút toán', 'Nội dung', 'Phát sinh nợ', 'Phát sinh có'], { date: 1, amount: 5, memo: 3, number: 2 }],
  [['Ngày GD/ Transaction date', 'Số tiền\nAmount', 'Diễn giải (Description)', 'Mã giao dịch'], { date: 0, amount: 1, memo: 2, number: 3 }],
  [['a', 'b'], { date: null, amount: null, memo: null, number: null }],
])('when the header is %j, then the columns are found by name', (header, columns) => {
  expect(recogniseColumns(header)).toEqual(columns);
});

test.each([
  ['375,000', '375000'],
  ['375.000', '375000'],
  ['+1.375.000 VND', '1375000'],
  ['375 000,00 đ', '375000'],
  ['1,375,000.50', '1375000.5'],
  ['12.5', '12.5'],
  ['-375,000', '-375000'],
  ['(375,000)', '-375000'],
  [375000, '375000'],
  ['=1+1', undefined],
  ['1.2.3', undefined],
  ['abc', undefined],
  ['9'.repeat(30), undefined],
  [Number.NaN, undefined],
])('when a bank writes %j, then the amount is %s', (cell, amount) => {
  expect(parseAmount(cell)).toBe(amount);
});

test.each([
  ['17/11/2026', '2026-11-17'],
  ['17-11-2026 08:15:00', '2026-11-17'],
  ['08:15 7/1/2026', '2026-01-07'],
  ['2026-11-17T08:15:00', '2026-11-17'],
  [new Date('2026-11-17T00:00:00Z'), '2026-11-17'],
  ['31/02/2026', undefined],
  ['yesterday', undefined],
])('when a date is %j, then it is read as %s', (cell, date) => {
  expect(parseDate(cell)).toBe(date);
});

test('when a statement has a preamble, debits and a total, then only incoming payments are lines', () => {
  const { lines, errors } = readStatement([
    ['SAO KÊ TÀI KHOẢN', null],
    [],
    ['Ngày giao dịch', 'Nội dung', 'Ghi nợ', 'Ghi có', 'Mã giao dịch'],
    ['16/11/2026', 'SW1BC', '', '375,000', 'FT1'],
    ['16/11/2026', 'Phi', '11,000', '', 'FT2'],
    ['', 'Tổng', '', ''],
    ['', '', '', '375,000'],
  ]);
  expect([lines, errors]).toEqual([[{ row: 4, date: '2026-11-16', amount: '375000', memo: 'SW1BC', number: 'FT1' }], []]);
});

test('when cells cannot be read, then each problem names its row and column', () => {
  const { errors } = readStatement([
    ['Date', 'Description', 'Amount'],
    ['16/11/2026', 'a', 'much'],
    ['never', 'b', '1'],
  ]);
  expect(errors.map(({ path }) => path)).toEqual(['row 2, column Amount', 'row 3, column Date']);
});

test('when the columns have other names, then they have to be chosen', () => {
  const rows = [
    ['x', 'y'],
    ['SW1BC', '5'],
  ];
  expect(readStatement(rows)).toMatchObject({ isReadable: false, headers: ['x', 'y'], lines: [] });
  expect(readStatement(rows, { memo: 0, amount: 1 }).lines).toMatchObject([{ row: 2, amount: '5', memo: 'SW1BC' }]);
});

describe('matching', () => {
  const order = (id: string, facts: object = {}) => [id, { id, due: '100', isPaid: false, isPayable: true, ...facts }] as const;
  const orders = new Map([order('1'), order('2'), order('3', { isPaid: true, due: '0' }), order('4', { isPayable: false }), order('5')]);
  const line = (orderIds: string[], amount = '100.00', isUsed = false) => ({
    row: 1,
    date: null,
    amount,
    memo: '',
    number: null,
    orderIds,
    isUsed,
  });
  test('when lines are matched, then only one line with one order and its amount pays it', () => {
    const lines = [
      line(['1']),
      line([]),
      line(['9']),
      line(['1', '2']),
      line(['2'], '99'),
      line(['3']),
      line(['4']),
      line(['1'], '100', true),
    ];
    expect(matchLines(lines, orders, sameAmount).map(({ state, reason }) => reason ?? state)).toEqual([
      ...['matched', 'no_reference', 'no_reference', 'several_orders', 'amount_differs', 'already_paid', 'not_payable', 'already_used'],
    ]);
    expect(matchLines([line(['5']), line(['5'])], orders, sameAmount).map(({ reason }) => reason)).toEqual([
      'several_lines',
      'several_lines',
    ]);
  });
});
