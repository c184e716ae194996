import type { FieldError } from '../errors.ts';

/** A cell of a statement file. Dates come from spreadsheets only. */
export type Cell = string | number | Date | null;

export const statementColumns = ['date', 'amount', 'memo', 'number'] as const;
export type StatementColumn = (typeof statementColumns)[number];
/** Indexes of the columns, from 0. */
export type ColumnChoice = Record<StatementColumn, number | null>;

// Column names without accents, case and punctuation; the better one first.
const names: Record<StatementColumn, readonly string[]> = {
  date: [
    ...['ngaygiaodich', 'ngaygd', 'transactiondate', 'trandate', 'bookingdate', 'postingdate', 'ngayhachtoan', 'valuedate', 'ngayhieuluc'],
    ...['ngay', 'date', 'thoigian', 'thoigiangiaodich', 'time'],
  ],
  amount: [
    ...['phatsinhco', 'psco', 'ghico', 'sotienghico', 'tienvao', 'creditamount', 'credit', 'creditvnd', 'moneyin', 'paidin', 'deposit'],
    ...['co', 'sotiengiaodich', 'sotien', 'amount', 'transactionamount', 'amountvnd'],
  ],
  memo: [
    ...[
      'noidunggiaodich',
      'noidungchuyenkhoan',
      'noidung',
      'diengiai',
      'mota',
      'noidungchitiet',
      'chitietgiaodich',
      'transactiondescription',
    ],
    ...['description', 'transactiondetails', 'transactiondetail', 'details', 'memo', 'narrative', 'content', 'remark', 'remarks'],
  ],
  number: [
    ...['magiaodich', 'magd', 'sogiaodich', 'sobuttoan', 'sothamchieu', 'mathamchieu', 'sochungtu', 'machungtu', 'transactionnumber'],
    ...['transactionno', 'transactionid', 'referencenumber', 'referenceno', 'refno', 'reference'],
  ],
};

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/đ/gi, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** A bilingual header has both names in one cell. */
const namesIn = (cell: Cell | undefined): string[] =>
  typeof cell === 'string' ? [cell, ...cell.split(/[/\n(|]/)].map(plain).filter((name) => name !== '') : [];

/** Recognises the columns of a header row by their names in English and Vietnamese. */
export function recogniseColumns(header: readonly Cell[]): ColumnChoice {
  const columns = header.map(namesIn);
  const find = (column: StatementColumn): number | null => {
    for (const name of names[column]) {
      const at = columns.findIndex((own) => own.includes(name));
      if (at >= 0) return at;
    }
    return null;
  };
  return { date: find('date'), amount: find('amount'), memo: find('memo'), number: find('number') };
}

const isComplete = ({ amount, memo }: ColumnChoice): boolean => amount !== null && memo !== null;
const maxRowsBeforeHeader = 30;

export interface StatementLine {
  /** Row number as in spreadsheet programs, from 1. */
  row: number;
  date: string | null;
  amount: string;
  memo: string;
  number: string | null;
}

export interface Statement {
  headers: string[];
  columns: ColumnChoice;
  /** False: the columns are not recognised and must be chosen. */
  isReadable: boolean;
  lines: StatementLine[];
  errors: FieldError[];
}

const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? (isoDate(cell) ?? '') : String(cell).trim();

/** Reads the incoming payments of a statement. Rows without an incoming amount are skipped. */
export function readStatement(rows: readonly (readonly Cell[])[], chosen: Partial<ColumnChoice> = {}): Statement {
  const head = rows.slice(0, maxRowsBeforeHeader);
  const recognised = head.findIndex((row) => isComplete(recogniseColumns(row)));
  const headerAt =
    recognised >= 0
      ? recognised
      : Math.max(
          head.findIndex((row) => row.filter((cell) => textOf(cell) !== '').length >= 2),
          0,
        );
  const header = rows[headerAt] ?? [];
  const found = recogniseColumns(header);
  const columns = {
    date: chosen.date ?? found.date,
    amount: chosen.amount ?? found.amount,
    memo: chosen.memo ?? found.memo,
    number: chosen.number ?? found.number,
  };
  const headers = header.map((cell, at) => textOf(cell) || `${at + 1}`);
  const statement: Statement = { headers, columns, isReadable: isComplete(columns), lines: [], errors: [] };
  if (!statement.isReadable) return statement;
  for (const [index, row] of rows.entries()) if (index > headerAt) readRow(row, index + 1, statement);
  return statement;
}

function readRow(row: readonly Cell[], number: number, { headers, columns, lines, errors }: Statement): void {
  const cell = (column: StatementColumn): Cell => (columns[column] === null ? null : (row[columns[column]] ?? null));
  const pathOf = (column: StatementColumn) => `row ${number}, column ${headers[columns[column] ?? 0] ?? ''}`;
  const memo = textOf(cell('memo'));
  const amountText = textOf(cell('amount'));
  // Totals and notes below the table have no memo.
  if (amountText === '' || memo === '') return;
  const amount = parseAmount(cell('amount'));
  if (amount === undefined) {
    errors.push({ path: pathOf('amount'), message: 'must be an amount of money' });
    return;
  }
  if (amount.startsWith('-') || Number(amount) === 0) return;
  const date = textOf(cell('date')) === '' ? null : parseDate(cell('date'));
  if (date === undefined) {
    errors.push({ path: pathOf('date'), message: 'must be a date, such as 17/11/2026' });
    return;
  }
  lines.push({ row: number, date, amount, memo: memo.slice(0, 1000), number: textOf(cell('number')).slice(0, 100) || null });
}

/** Parses an amount in the formats of banks: 375,000 and 375.000 and 375 000.00 are equal. Undefined: not an amount. */
export function parseAmount(cell: Cell): string | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) && Math.abs(cell) < 1e15 ? plainDecimal(cell.toFixed(4)) : undefined;
  if (typeof cell !== 'string') return undefined;
  const text = cell.replace(/[\s\u00a0]|vnd|vnđ|đ|₫/gi, '').replace(/^\((.*)\)$/, '-$1');
  const [, sign = '', digits = ''] = /^([+-]?)([\d.,]+)$/.exec(text) ?? [];
  if (!/\d/.test(digits)) return undefined;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const decimals = last < 0 ? '' : digits.slice(last + 1);
  const separators = new Set(digits.replace(/\d/g, ''));
  // Three digits after the only kind of separator are thousands.
  const hasDecimals = last >= 0 && decimals.length !== 3 && (separators.size === 2 || digits.indexOf(digits[last] as string) === last);
  const whole = hasDecimals ? digits.slice(0, last) : digits;
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole)) return undefined;
  const amount = plainDecimal(`${whole.replace(/[.,]/g, '')}${hasDecimals ? `.${decimals}` : ''}`);
  return amount.replace(/\D/g, '').length > 18 ? undefined : `${sign === '-' ? '-' : ''}${amount}`;
}

const plainDecimal = (text: string): string =>
  text
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

const isoDate = (date: Date): string | undefined => (Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10));

/** Days come before months, as in Vietnam. Undefined: not a date. */
export function parseDate(cell: Cell): string | undefined {
  if (cell instanceof Date) return isoDate(cell);
  const text = textOf(cell);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? [];
  const [, day, month, year] = /(?:^|\s)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/.exec(text) ?? [];
  const parts = isoYear === undefined ? [year, month, day] : [isoYear, isoMonth, isoDay];
  if (parts.some((part) => part === undefined)) return undefined;
  const date = parts.map((part) => String(part).padStart(2, '0')).join('-');
  return isoDate(new Date(`${date}T00:00:00Z`)) === date ? date : undefined;
}

export const matchReasons = [
  'no_reference',
  'several_orders',
  'several_lines',
  'amount_differs',
  'already_paid',
  'not_payable',
  'already_used',
] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchStates = ['matched', 'ambiguous', 'unmatched'] as const;

export interface Match {
  state: (typeof matchStates)[number];
  /** Null: matched. */
  reason: MatchReason | null;
  orderId: string | null;
}

export interface MatchableOrder {
  id: string;
  /** Amount due; "0" if the order is paid. */
  due: string;
  isPaid: boolean;
  isPayable: boolean;
}

/** Decides what each line pays. `isSameAmount` compares decimal text by value. */
export function matchLines(
  lines: readonly (StatementLine & { orderIds: readonly string[]; isUsed: boolean })[],
  orders: ReadonlyMap<string, MatchableOrder>,
  isSameAmount: (one: string, other: string) => boolean,
): Match[] {
  const matches = lines.map(({ orderIds, isUsed, amount }): Match => {
    const known = orderIds.flatMap((id) => orders.get(id) ?? []);
    const [order] = known;
    if (isUsed) return { state: 'unmatched', reason: 'already_used', orderId: order?.id ?? null };
    if (order === undefined) return { state: 'unmatched', reason: 'no_reference', orderId: null };
    if (known.length > 1) return { state: 'ambiguous', reason: 'several_orders', orderId: null };
    if (order.isPaid) return { state: 'unmatched', reason: 'already_paid', orderId: order.id };
    if (!order.isPayable) return { state: 'unmatched', reason: 'not_payable', orderId: order.id };
    return isSameAmount(order.due, amount)
      ? { state: 'matched', reason: null, orderId: order.id }
      : { state: 'ambiguous', reason: 'amount_differs', orderId: order.id };
  });
  const count = (id: string | null) => matches.filter(({ state, orderId }) => state === 'matched' && orderId === id).length;
  return matches.map((match) =>
    match.state === 'matched' && count(match.orderId) > 1 ? { ...match, state: 'ambiguous', reason: 'several_lines' } : match,
  );
}
