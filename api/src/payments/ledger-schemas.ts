import { Type } from 'typebox';
import { UserSchema } from '../accounts/user.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { Exact, Id, Int32, Nullable, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { ledgerCauses, ledgerKinds, ledgerMethods } from './payment-rules.ts';

const kinds =
  '`charge`, `cash`: money received. `refund`: money returned. `correction`: reverses a wrong `cash` entry. `failure`: a failed payment, without a movement of money. `credit` and `surcharge` lower and raise the price, without a movement of money.';
const causes =
  'Source of the entry: a lookup at the provider (`verified`), a webhook of the provider (`webhook`), reconciliation (`reconciled`), cash received by the `crew` or the `office`, a `cancelled` order, a `correction`, a price adjusted to the `area_sprayed` or because of an `objection`, or an overpayment (`overpaid`).';

const Person = Exact({ id: Id(), fullName: Type.String() });
const NullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1, description });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const what = {
  id: Id(),
  kind: OneOf(ledgerKinds, { description: kinds }),
  amount: Type.Number({ description: 'Never negative; the kind gives the direction.' }),
  currency: Type.String(),
  method: OneOf(ledgerMethods),
};
const why = {
  cause: OneOf(ledgerCauses, { description: causes }),
  note: NullableText({ description: 'Reason of a correction or of a price adjustment.' }),
  corrects: NullableId('The entry that a correction undoes.'),
};

/** A ledger entry for the office. */
export const CashAmount = Type.Number({
  minimum: 0,
  maximum: 1e12,
  description: 'Amount received from the farmer; at least the amount due.',
});

export const LedgerEntrySchema = named(
  'LedgerEntry',
  Exact({
    ...what,
    providerReference: NullableText({ description: 'Id at the payment provider.' }),
    ...why,
    actor: Nullable(Exact({ ...Person.properties }, { description: 'The user who caused the entry; null: the service itself.' })),
    at: Timestamp(),
  }),
);

/** A ledger entry for the farmer: without the references that only the office needs. */
export const FarmerLedgerEntrySchema = named(
  'FarmerLedgerEntry',
  Exact({
    ...what,
    ...why,
    by: NullableText({ description: 'The user who caused the entry; null: the service itself.' }),
    at: Timestamp(),
  }),
);

const entry = { id: 7, kind: 'cash', amount: 375000, currency: 'VND', method: 'cash' };
const reason = { cause: 'crew', note: null, corrects: null };
export const farmerEntryExample = { ...entry, ...reason, by: 'Lê Văn Bay', at: '2026-11-17T00:05:00.000Z' };
export const entryExample = {
  ...entry,
  providerReference: null,
  ...reason,
  actor: { id: 5, fullName: 'Lê Văn Bay' },
  at: '2026-11-17T00:05:00.000Z',
};
export const correctionExample = {
  ...entryExample,
  id: 8,
  kind: 'correction',
  cause: 'correction',
  note: 'Entered on the wrong order.',
  corrects: 7,
  actor: { id: 3, fullName: 'Trần Thị Mai' },
  at: '2026-11-17T03:20:00.000Z',
};

/** Payment state of an order. */
export const paymentStages = ['unpaid', 'failed', 'refunded', 'paid'] as const;
export type PaymentStage = (typeof paymentStages)[number];

export const OrderPaymentSchema = named(
  'OrderPayment',
  Exact({
    order: OrderSchema,
    currency: Type.String(),
    due: Type.Number({ description: 'Amount due; 0 for a cancelled order.' }),
    paid: Type.Number({ description: 'Amount received, without corrected entries.' }),
    refunded: Type.Number({ description: 'Part of it that was refunded.' }),
    refundDue: Type.Number({ description: 'What the office must refund, in cash or by bank transfer.' }),
    lastPaymentAt: NullableTime('The newest entry in its ledger; null when there is none.'),
  }),
);
export const orderPaymentExample = {
  order: { ...orderExample, orderStatus: 'completed', completionDate: '2026-11-17' },
  currency: 'VND',
  due: 375000,
  paid: 0,
  refunded: 0,
  refundDue: 0,
  lastPaymentAt: null,
};

const sums = {
  currency: Type.String(),
  orders: Int32({ minimum: 0, description: 'Number of orders with cash payments.' }),
  amount: Type.Number({ description: 'Amount collected that day.' }),
  handedOver: Type.Number({ description: 'Part of it that was handed over to the office.' }),
  outstanding: Type.Number({ description: 'Part of it that is not handed over yet.' }),
};
const sumsExample = { currency: 'VND', orders: 3, amount: 1125000, handedOver: 375000, outstanding: 750000 };

const net = {
  refunded: Type.Number({ description: 'Amount that was refunded in cash that day, also for orders that were paid on another day.' }),
  net: Type.Number({ description: 'Amount collected less amount refunded in cash; below 0 if more was refunded.' }),
};
const netExample = { refunded: 375000, net: 750000 };

export const CollectedCashSchema = named('CollectedCash', Exact({ collector: UserSchema, ...sums, ...net }));
export const collectedExample = (collector: object) => ({ collector, ...sumsExample, ...netExample });

export const CashTotalSchema = named(
  'CashTotal',
  Exact({ date: Type.Unsafe<string>({ type: 'string', format: 'date' }), ...sums, ...net }),
);
export const cashTotalExample = { date: '2026-11-17', ...sumsExample, ...netExample };

export const MyCashSchema = named(
  'MyCash',
  Exact({
    date: Type.Unsafe<string>({ type: 'string', format: 'date' }),
    ...sums,
    carried: Type.Number({ description: 'Total amount of all days that is not handed over yet.' }),
    held: Type.Number({ description: 'Total amount of second reports of a job, held apart until the office has decided.' }),
  }),
);
export const myCashExample = { date: '2026-11-17', ...sumsExample, carried: 750000, held: 0 };

const cashMovement = {
  id: Id("The ledger entry's."),
  orderId: Id(),
  farmer: Type.String(),
  location: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  at: Timestamp(),
};
const cashMovementExample = {
  id: 7,
  orderId: 42,
  farmer: 'Nguyễn Văn Lúa',
  location: orderExample.location,
  amount: 375000,
  currency: 'VND',
  at: '2026-11-17T00:05:00.000Z',
};

/** Cash that a user gave back for an order. */
export const CashRefundSchema = named('CashRefund', Exact(cashMovement));
export const cashRefundExample = { ...cashMovementExample, id: 9 };

export const CashEntrySchema = named(
  'CashEntry',
  Exact({
    ...cashMovement,
    handedOver: Nullable(
      Exact({ at: Timestamp(), by: Person }, { description: 'Time and receiver at the office; null: not handed over yet.' }),
    ),
  }),
);
export const cashEntryExample = {
  ...cashMovementExample,
  handedOver: { at: '2026-11-17T10:30:00.000Z', by: { id: 3, fullName: 'Trần Thị Mai' } },
};

export const HandOverSchema = named(
  'CashHandOver',
  Exact({
    id: Id(),
    collector: UserSchema,
    date: Type.Unsafe<string>({ type: 'string', format: 'date' }),
    currency: Type.String(),
    entries: Int32({ minimum: 1 }),
    amount: Type.Number({ description: 'Amount handed over.' }),
    receivedBy: Person,
    at: Timestamp(),
  }),
);
export const handOverExample = (collector: object) => ({
  id: 4,
  collector,
  date: '2026-11-17',
  currency: 'VND',
  entries: 2,
  amount: 750000,
  receivedBy: { id: 3, fullName: 'Trần Thị Mai' },
  at: '2026-11-17T10:30:00.000Z',
});
