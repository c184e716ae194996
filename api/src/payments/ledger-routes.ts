import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { paymentMethods } from '../orders/order.ts';
import { answerOrder, choices, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { FarmerOrderSchema, farmerOrderExample, OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, named, Text } from '../platform/http/schemas.ts';
import { correctPayment } from './correct-payment.ts';
import {
  correctionExample,
  entryExample,
  FarmerLedgerEntrySchema,
  farmerEntryExample,
  LedgerEntrySchema,
  OrderPaymentSchema,
  orderPaymentExample,
  paymentStages,
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

const writeEntry = compileRowWriter(LedgerEntrySchema);
const writeFarmerEntry = compileRowWriter(FarmerLedgerEntrySchema);

const PaymentFilter = Type.Object({
  status: Type.Optional(
    choices(
      paymentStages,
      'Only orders that stand so with their money. `unpaid`: not cancelled, costs something, and nothing was paid or tried; `failed`: not cancelled, and the last attempt failed; `refunded`: cancelled, and the money went back; `paid`. All four if left out.',
    ),
  ),
  method: Type.Optional(choices(paymentMethods, 'Only orders paid in one of these ways.')),
  from: Type.Optional(CalendarDate({ description: 'Only orders on this date or later.', example: '2026-11-01' })),
  to: Type.Optional(CalendarDate({ description: 'Only orders on this date or earlier.', example: '2026-11-30' })),
});

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
      query: PaymentFilter,
      paging: { sortable: Object.keys(paymentSortColumns) },
      response: Paged('OrderPaymentPage', OrderPaymentSchema),
      example: { content: [orderPaymentExample], page: pageExample },
      async handle({ query, pageable }) {
        const { status = [], method = [], from, to } = query;
        if (from !== undefined && to !== undefined && to < from) throw invalid({ path: 'to', message: 'must not be before from' });
        // Without duplicates: a repeated stage or method would list its orders twice.
        const stages = status.length === 0 ? paymentStages : [...new Set(status)];
        const methods = method.length === 0 ? paymentMethods : [...new Set(method)];
        const filter = { stages, methods, from, to };
        return readPage(
          pageable,
          () => countPayments(database.read, filter),
          async (limit, offset) =>
            orders.ordersWithin(await listPayments(database.read, filter, pageable.sort, limit, offset), writePayment, 0),
        );
      },
    }),
  ];
}
