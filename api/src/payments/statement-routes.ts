import { Type } from 'typebox';
import { AppError, invalid } from '../errors.ts';
import type { OrderDeps } from '../orders/order-http.ts';
import { type Route, route } from '../platform/http/route.ts';
import { Exact, Id, Int32, NullableDate, NullableOneOf, NullableText, named, OneOf } from '../platform/http/schemas.ts';
import { findUsedLines } from './bank-line-store.ts';
import { confirmStatement, lineResults } from './confirm-statement.ts';
import { sameAmount } from './payment-rules.ts';
import { statementLimits } from './read-statement-file.ts';
import { readStatementInWorker } from './read-statement-in-worker.ts';
import { matchLines, matchReasons, matchStates, readStatement, statementColumns } from './statement-rules.ts';
import { ordersInMemo } from './transfer-reference-rules.ts';
import { findStatementOrders } from './transfer-store.ts';

const csv = 'text/csv';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const maxShownErrors = 20;

const NullableIndex = Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int32', minimum: 0 });
const NullableOrderId = Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1 });
const NullableAmount = Type.Unsafe<number | null>({ type: ['number', 'null'] });

const line = {
  row: Int32({ minimum: 1, description: 'Row number in the file.' }),
  date: NullableDate(),
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e15 }),
  memo: Type.String({ maxLength: 1000 }),
  number: Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100, description: 'Transaction number of the bank.' }),
};

const StatementSchema = named(
  'BankStatement',
  Exact({
    headers: Type.Array(Type.String(), { description: 'Column names.' }),
    columns: Exact(
      { date: NullableIndex, amount: NullableIndex, memo: NullableIndex, number: NullableIndex },
      { description: 'Column indexes, from 0; null: not found.' },
    ),
    isReadable: Type.Boolean({
      description: 'False: the column of the amount or of the text was not found. Send the file again with explicit columns.',
    }),
    lines: Type.Array(
      Exact({
        ...line,
        state: OneOf(matchStates, { description: '`matched` lines can be confirmed.' }),
        reason: NullableOneOf(matchReasons, { description: 'Reason if it is not matched.' }),
        orderId: NullableOrderId,
        farmer: NullableText(),
        due: NullableAmount,
      }),
      { description: 'Incoming payments, in the order of the file.' },
    ),
  }),
);
const lineExample = { row: 2, date: '2026-11-17', amount: 375000, memo: 'SW42CT chuyen tien', number: 'FT26321004512' };
const statementExample = {
  headers: ['Ngày giao dịch', 'Số tiền', 'Nội dung', 'Mã giao dịch'],
  columns: { date: 0, amount: 1, memo: 2, number: 3 },
  isReadable: true,
  lines: [{ ...lineExample, state: 'matched', reason: null, orderId: 42, farmer: 'Nguyễn Văn Lúa', due: 375000 }],
};

const Column = (what: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: statementLimits.columns, description: `The column of the ${what}, from 0.`, example: 0 }),
  );

const ConfirmBody = named(
  'ConfirmedBankLines',
  Type.Object({
    lines: Type.Array(Type.Object({ ...line, orderId: Id('The order that the line pays.') }), { minItems: 1, maxItems: 500 }),
  }),
);
const ConfirmedSchema = named(
  'BankLineResults',
  Exact({
    paid: Int32({ minimum: 0 }),
    lines: Type.Array(Exact({ row: Int32({ minimum: 1 }), orderId: Id(), result: OneOf(lineResults) })),
  }),
);

/** JSON with order ids as numbers with all digits. Quotes inside texts are escaped, so texts never match. */
const withOrderIds = (answer: object): string => JSON.stringify(answer).replace(/"orderId":"(\d+)"/g, '"orderId":$1');

/** Matching a bank statement with unpaid orders. */
export function statementRoutes({ database, catalog, clock }: OrderDeps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/receptionist/bank-statement',
      operationId: 'readBankStatement',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Match a bank statement with orders',
      description:
        'The file itself as the body: CSV or XLSX, up to 2 MB, 5,000 rows and 60 columns. Columns are recognised by their names in English and Vietnamese, or chosen. A line is matched by the reference in its text and the amount. Nothing is changed or stored.',
      query: Type.Object({
        dateColumn: Column('date'),
        amountColumn: Column('incoming amount'),
        memoColumn: Column('text'),
        numberColumn: Column('transaction number'),
      }),
      uploads: { types: [csv, xlsx], limit: statementLimits.bytes },
      response: StatementSchema,
      example: statementExample,
      problems: ['STATEMENT_UNREADABLE', 'STATEMENT_TOO_LARGE'],
      async handle({ query, upload, user }) {
        const rows = await readStatementInWorker(user.id, upload);
        const chosen = Object.fromEntries(
          statementColumns.flatMap((column) => {
            const at = query[`${column}Column`];
            return at === undefined ? [] : [[column, at]];
          }),
        );
        const { headers, columns, isReadable, lines, errors } = readStatement(rows, chosen);
        if (errors.length > 0) throw invalid(...errors.slice(0, maxShownErrors));
        if (isReadable && lines.length === 0)
          throw new AppError('STATEMENT_UNREADABLE', 'The file has no line with an incoming payment in the chosen columns.');
        const withOrders = lines.map((one) => ({ ...one, orderIds: ordersInMemo(one.memo) }));
        const ids = [...new Set(withOrders.flatMap(({ orderIds }) => orderIds))].filter((id) => BigInt(id) < 2n ** 63n);
        const [orders, isUsed] = await Promise.all([findStatementOrders(database.read, ids), findUsedLines(database.read, lines)]);
        const matches = matchLines(
          withOrders.map((one) => ({ ...one, isUsed: isUsed(one) })),
          orders,
          sameAmount,
        );
        return withOrderIds({
          headers,
          columns,
          isReadable,
          lines: lines.map((one, at) => {
            const { state = 'unmatched', reason = null, orderId = null } = matches[at] ?? {};
            const order = orderId === null ? undefined : orders.get(orderId);
            return {
              ...one,
              amount: Number(one.amount),
              state,
              reason,
              orderId,
              farmer: order?.farmer ?? null,
              due: order === undefined ? null : Number(order.due),
            };
          }),
        });
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/bank-statement/confirm',
      operationId: 'confirmBankLines',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Pay orders with lines of a bank statement',
      description:
        'Each line pays its order if the amount equals the amount due. A line pays once; it is identified by its transaction number and its content. For lines that pay nothing the response has the reason; the others are recorded.',
      body: ConfirmBody,
      bodyExample: { lines: [{ ...lineExample, orderId: 42 }] },
      response: ConfirmedSchema,
      example: { paid: 1, lines: [{ row: 2, orderId: 42, result: 'paid' }] },
      idempotent: true,
      async handle({ body, user, database: writer }) {
        if (new Set(body.lines.map(({ row }) => row)).size < body.lines.length)
          throw invalid({ path: 'lines', message: 'must not have a row twice' });
        const { currency } = (await catalog.facts()).company;
        const lines = body.lines.map((one) => ({ ...one, amount: String(one.amount) }));
        const results = await confirmStatement(writer, user.id, currency, lines, clock());
        const answers = lines.map(({ row, orderId }) => ({ row, orderId, result: results.get(row) ?? 'not_payable' }));
        return withOrderIds({ paid: answers.filter(({ result }) => result === 'paid').length, lines: answers });
      },
    }),
  ];
}
