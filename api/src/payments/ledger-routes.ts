import { Type } from 'typebox';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Int32, named, Text } from '../platform/http/schemas.ts';
import { correctPayment } from './correct-payment.ts';
import {
  correctionExample,
  entryExample,
  FarmerLedgerEntrySchema,
  farmerEntryExample,
  LedgerEntrySchema,
  OrderPaymentSchema,
  orderPaymentExample,
} from './ledger-schemas.ts';
import {
  countLedger,
  countOwed,
  countPayments,
  ledgerSortColumns,
  listLedger,
  listOwed,
  listPayments,
  owedSortColumns,
  paymentSortColumns,
} from './ledger-store.ts';
import { PaymentFilterQuery, readPaymentFilter } from './payment-filter-query.ts';
import { maxTotalled, readPaymentTotals } from './payment-total-store.ts';

const writeEntry = compileRowWriter(LedgerEntrySchema);
const writeFarmerEntry = compileRowWriter(FarmerLedgerEntrySchema);

const NullableAmount = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const PaymentTotalSchema = named(
  'PaymentTotal',
  Exact({
    orders: Int32({ minimum: 0 }),
    currency: Type.String(),
    owed: NullableAmount('Still to be paid for completed orders; null: there are too many orders to add up.'),
    upcoming: NullableAmount('Still to be paid for orders that are not completed: not owed yet.'),
    paid: NullableAmount('What came in, without corrected entries.'),
    refunded: NullableAmount('Refunded amount.'),
  }),
);

const CorrectionBody = named(
  'NewCorrection',
  Type.Object({
    paymentId: Id('The ledger entry that is wrong.'),
    reason: Text(500, { description: 'Visible to the farmer.' }),
  }),
);
const CorrectedSchema = named('Corrected', Exact({ order: OrderSchema, correction: LedgerEntrySchema }));

/** Ledgers, corrections and the payment list. */
export function ledgerRoutes(deps: OrderDeps): Route[] {
  const { database, orders, catalog, clock } = deps;
  const writePayment = compileRowWriter(OrderPaymentSchema, catalog.fragments);
  return [
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/payment',
      operationId: 'listMyPayments',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Ledger of my order',
      description: 'Append-only. Default sort: oldest first.',
      params: OrderId,
      paging: { sortable: Object.keys(ledgerSortColumns) },
      response: Paged('FarmerLedgerPage', FarmerLedgerEntrySchema),
      example: { content: [farmerEntryExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, user, pageable }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return readPage(
          pageable,
          () => countLedger(database.read, params.id),
          async (limit, offset) =>
            (await listLedger(database.read, 'farmer', params.id, pageable.sort, limit, offset)).map(writeFarmerEntry),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/farmer/unpaid-order/',
      operationId: 'listUnpaidOrders',
      access: 'farmer',
      tag: 'farmer',
      summary: 'My unpaid orders',
      description: 'Orders with a cost that are neither cancelled nor paid. Default sort: oldest date first.',
      paging: { sortable: Object.keys(owedSortColumns) },
      response: Paged('FarmerOrderPage', FarmerOrderSchema),
      example: { content: [farmerOrderExample], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countOwed(database.read, user.id),
          async (limit, offset) => orders.farmerOrders(await listOwed(database.read, user.id, pageable.sort, limit, offset)),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/payment',
      operationId: 'listOrderPayments',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Ledger of an order',
      description: 'All payments and refunds with their source. Append-only. Default sort: oldest first.',
      params: OrderId,
      paging: { sortable: Object.keys(ledgerSortColumns) },
      response: Paged('LedgerPage', LedgerEntrySchema),
      example: { content: [entryExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return readPage(
          pageable,
          () => countLedger(database.read, params.id),
          async (limit, offset) => (await listLedger(database.read, 'office', params.id, pageable.sort, limit, offset)).map(writeEntry),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/payment/correction',
      operationId: 'correctPayment',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Correct a wrong cash entry',
      description: 'Appends an entry that reverses the wrong one. Each entry can be corrected once.',
      params: OrderId,
      body: CorrectionBody,
      bodyExample: { paymentId: 7, reason: correctionExample.note },
      response: CorrectedSchema,
      example: { order: orderExample, correction: correctionExample },
      problems: ['NOT_FOUND', 'NOT_CASH', 'ALREADY_CORRECTED', 'NOT_PAID'],
      idempotent: true,
      async handle({ params, body, user, database: writer, reply }) {
        const wrong = { orderId: params.id, paymentId: body.paymentId, reason: body.reason.trim() };
        const { row, correction } = await correctPayment(writer, user, wrong, clock());
        return `{"order":${await answerOrder(deps, row, reply)},"correction":${writeEntry(correction)}}`;
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/payment/',
      operationId: 'listPayments',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Payment status of orders',
      description: 'One row per order. Default sort: newest date first. An order must match all given filters.',
      query: PaymentFilterQuery,
      paging: { sortable: Object.keys(paymentSortColumns) },
      response: Paged('OrderPaymentPage', OrderPaymentSchema),
      example: { content: [orderPaymentExample], page: pageExample },
      async handle({ query, pageable }) {
        const filter = readPaymentFilter(query);
        return readPage(
          pageable,
          () => countPayments(database.read, filter),
          async (limit, offset) =>
            orders.ordersWithin(await listPayments(database.read, filter, pageable.sort, limit, offset), writePayment),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/payment/total',
      operationId: 'getPaymentTotal',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'The payments of all orders that pass the filters, added up',
      description: `With the filters of the list of payments. Sums are null if more than ${maxTotalled.toLocaleString('en')} orders pass them: choose a shorter period.`,
      query: PaymentFilterQuery,
      response: PaymentTotalSchema,
      example: { orders: 3, currency: 'VND', owed: 375000, upcoming: 750000, paid: 0, refunded: 0 },
      async handle({ query }) {
        const filter = readPaymentFilter(query);
        const { currency } = (await catalog.facts()).company;
        const orderCount = await countPayments(database.read, filter);
        const [owed, upcoming, paid, refunded] =
          orderCount > maxTotalled ? [null, null, null, null] : await readPaymentTotals(database.read, filter);
        return `{"orders":${orderCount},"currency":"${currency}","owed":${owed},"upcoming":${upcoming},"paid":${paid},"refunded":${refunded}}`;
      },
    }),
  ];
}
