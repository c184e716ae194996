import { Type } from 'typebox';
import { orderNotFound } from '../orders/act-on-order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { findFarmerOrder, orderExists } from '../orders/order-store.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Id, Nullable, NullableOneOf, named, Timestamp } from '../platform/http/schemas.ts';
import type { Db } from '../platform/postgres/database.ts';
import { findBankAccount } from './bank-account-store.ts';
import { confirmTransfer, rejectTransfer, reportTransfer } from './decide-transfer.ts';
import { findPaymentState } from './payment-method-store.ts';
import { readBalance } from './payment-store.ts';
import { transferReference } from './transfer-reference-rules.ts';
import { countAnnouncedTransfers, findLastReport, listAnnouncedTransfers } from './transfer-store.ts';
import { findBank, vietQrPayload } from './vietqr.ts';

const TransferSchema = named(
  'BankTransfer',
  Exact({
    amount: Type.Number({ description: 'Amount due.' }),
    currency: Type.String(),
    reference: Type.String({ description: 'Reference for the transfer. It identifies the order.' }),
    account: Nullable(
      Exact(
        {
          bankBin: Type.String(),
          bankName: Type.String(),
          accountNumber: Type.String(),
          accountHolder: Type.String(),
          qrPayload: Type.String({ description: 'Content of the VietQR code, with amount and reference.' }),
        },
        { description: 'Receiving account; null: the order cannot be paid by transfer, or the company has no account.' },
      ),
    ),
    report: NullableOneOf(['reported', 'confirmed', 'rejected'] as const, {
      description: 'The last report of the farmer: waiting for the office, arrived, or not arrived. Null: none.',
    }),
    reportedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
  }),
);
const AnnouncedTransferSchema = named(
  'AnnouncedTransfer',
  Exact({ orderId: Id(), amount: Type.Number({ description: 'Reported amount.' }), reportedAt: Timestamp() }),
);
const writeAnnounced = compileRowWriter(AnnouncedTransferSchema);

const transferExample = {
  amount: 375000,
  currency: 'VND',
  reference: 'SW42CT',
  account: {
    bankBin: '970436',
    bankName: 'Vietcombank',
    accountNumber: '0011001234567',
    accountHolder: 'CONG TY CANH DONG XANH',
    qrPayload:
      '00020101021238570010A00000072701270006970436011300110012345670208QRIBFTTA53037045406375000' + '5802VN62100806SW42CT6304A1B2',
  },
  report: null,
  reportedAt: null,
};

/** Bank transfers: payment details, the farmer's report, and the decision of the office. */
export function transferRoutes(deps: OrderDeps): Route[] {
  const { database, catalog } = deps;
  async function transferOf(db: Db, orderId: string): Promise<object> {
    const [order, account, last, { due: amount }] = await Promise.all([
      findPaymentState(db, orderId),
      findBankAccount(db),
      findLastReport(db, orderId),
      readBalance(db, orderId),
    ]);
    if (order === undefined) throw orderNotFound();
    const { currency } = (await catalog.facts()).company;
    const reference = transferReference(orderId);
    // VietQR is for dong only, and has no decimals.
    const isPayable = order.paymentMethod === 'cash' && order.paymentStatus !== 'paid' && Number(amount) > 0 && currency === 'VND';
    const { bankBin, accountNumber, accountHolder } = account ?? {};
    const hasAccount = isPayable && bankBin !== undefined && accountNumber !== undefined && accountHolder !== undefined;
    return {
      amount: Number(amount),
      currency,
      reference,
      account: hasAccount
        ? {
            bankBin,
            bankName: findBank(bankBin)?.shortName ?? bankBin,
            accountNumber,
            accountHolder,
            qrPayload: vietQrPayload({ bankBin, accountNumber, amount: Number(amount).toFixed(0), reference }),
          }
        : null,
      report: last?.status ?? null,
      reportedAt: last?.reportedAt ?? null,
    };
  }
  return [
    route({
      method: 'GET',
      path: '/api/farmer/order/{id}/bank-transfer',
      operationId: 'getMyBankTransfer',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Bank transfer details of my order',
      params: OrderId,
      response: TransferSchema,
      example: transferExample,
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if ((await findFarmerOrder(database.read, params.id, user.id)) === undefined) throw orderNotFound();
        return transferOf(database.read, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/farmer/order/{id}/bank-transfer/report',
      operationId: 'reportBankTransfer',
      access: 'farmer',
      tag: 'farmer',
      summary: 'Report a bank transfer',
      description: 'The office checks the account and confirms it. Idempotent until then.',
      params: OrderId,
      response: TransferSchema,
      example: { ...transferExample, report: 'reported', reportedAt: '2026-11-17T03:20:00.000Z' },
      problems: ['NOT_FOUND', 'CARD_ORDER', 'ALREADY_PAID', 'NOTHING_TO_PAY', 'TRANSFERS_OFF'],
      idempotent: true,
      versioned: true,
      async handle(call) {
        await reportTransfer(commandContext(deps, call), call.params.id);
        return transferOf(call.database.write, call.params.id);
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/bank-transfer/',
      operationId: 'listTransfersOfMyJobs',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'My open jobs whose farmer has reported a bank transfer',
      description: 'The office has not checked it yet: the crew asks the office before it takes cash. Oldest order first.',
      paging: { sortable: [] },
      response: Paged('AnnouncedTransferPage', AnnouncedTransferSchema),
      example: { content: [{ orderId: 42, amount: 375000, reportedAt: '2026-11-17T03:20:00.000Z' }], page: pageExample },
      handle: ({ user, pageable }) =>
        readPage(
          pageable,
          () => countAnnouncedTransfers(database.read, user.id),
          async (limit, offset) => (await listAnnouncedTransfers(database.read, user.id, limit, offset)).map(writeAnnounced),
        ),
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/bank-transfer',
      operationId: 'getBankTransfer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Bank transfer details of an order',
      params: OrderId,
      response: TransferSchema,
      example: transferExample,
      problems: ['NOT_FOUND'],
      async handle({ params }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return transferOf(database.read, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/bank-transfer/confirm',
      operationId: 'confirmBankTransfer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Confirm a bank transfer',
      description:
        'For a cash order that is not paid, whether the farmer has reported the transfer or not. The amount due is recorded in the ledger.',
      params: OrderId,
      response: OrderSchema,
      example: { ...orderExample, paymentStatus: 'paid' },
      problems: ['NOT_FOUND', 'CARD_ORDER', 'ALREADY_PAID', 'NOTHING_TO_PAY'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerOrder(deps, await confirmTransfer(commandContext(deps, call), call.params.id), call.reply),
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/bank-transfer/reject',
      operationId: 'rejectBankTransfer',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Reject a reported bank transfer',
      description: 'The farmer is notified and can report the transfer again.',
      params: OrderId,
      response: OrderSchema,
      example: orderExample,
      problems: ['NOT_FOUND', 'NO_TRANSFER_REPORTED'],
      idempotent: true,
      versioned: true,
      handle: async (call) => answerOrder(deps, await rejectTransfer(commandContext(deps, call), call.params.id), call.reply),
    }),
  ];
}
