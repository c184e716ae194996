import { Type } from 'typebox';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Bill, BillKind, BillStatus } from './bill.ts';
import { billRowKinds, billRowsOf } from './bill-rules.ts';
import { ledgerMethods } from './payment-rules.ts';

const billKinds = ['receipt', 'invoice'] as const satisfies readonly BillKind[];
const billStatuses = ['due', 'paid', 'refunded', 'cancelled'] as const satisfies readonly BillStatus[];
const NullableTimestamp = (options: object = {}) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', ...options });

const BillRowSchema = Exact({
  kind: OneOf(billRowKinds, {
    description:
      '`service`: the price at booking. `adjustment`: the price follows the area sprayed. `credit` and `surcharge`: the office changed the price because of an objection. `other_payments`: the part of the price that another payment than that of the receipt covers.',
  }),
  area: Type.Unsafe<number | null>({ type: ['number', 'null'], description: '`service`: area ordered. `adjustment`: area sprayed.' }),
  amount: Type.Number({ description: 'Below 0 if the row lowers the total.' }),
  note: NullableText({ description: 'Reason of a credit or a surcharge.' }),
});

const billFields = Exact({
  number: Type.String({ description: 'Consecutive number without gaps, from 1 in every year.' }),
  kind: OneOf(billKinds),
  status: OneOf(billStatuses, { description: 'Current status. All other fields are as of the time of issue.' }),
  issuedAt: Timestamp({ description: 'UTC' }),
  orderId: Id(),
  company: Exact({
    name: Type.String(),
    address: NullableText(),
    taxCode: NullableText(),
    phoneNumber: NullableText(),
    email: NullableText(),
  }),
  farmer: Exact({ fullName: Type.String(), address: NullableText(), phoneNumber: NullableText() }),
  date: CalendarDate({ description: 'Date of the spray.' }),
  startTime: Type.String({ description: "In the company's time zone." }),
  endTime: Type.String(),
  place: Type.String(),
  crop: Type.String(),
  area: Type.Number({ description: 'Area sprayed if the price was adjusted to it, otherwise area ordered.' }),
  areaUnit: Type.String(),
  price: Type.Number({ description: 'Per unit of area.' }),
  amount: Type.Number(),
  currency: Type.String(),
  paymentMethod: OneOf(ledgerMethods, {
    description: 'How the order was paid; for an invoice of an unpaid order, how it is to be paid.',
  }),
  reference: NullableText({ description: 'Id of the payment at the payment provider.' }),
  paidAt: NullableTimestamp({ description: 'UTC' }),
  refundedAt: NullableTimestamp({ description: 'UTC' }),
});

export const BillSchema = named(
  'Bill',
  Exact({
    ...billFields.properties,
    rows: Type.Array(BillRowSchema, { description: 'The rows of the printed bill. They add up to `amount`.' }),
  }),
);

const example = {
  status: 'paid',
  issuedAt: '2026-11-15T02:30:00.000Z',
  orderId: 42,
  company: {
    name: 'Swath',
    address: '12 Trần Hưng Đạo, Chợ Mới, An Giang',
    taxCode: '1600123456',
    phoneNumber: '0296 3888 123',
    email: 'office@swath.example',
  },
  farmer: { fullName: 'Nguyễn Văn Lúa', address: 'Ấp Long Thuận, Chợ Mới, An Giang 90000', phoneNumber: '0912 345 678' },
  date: '2026-11-17',
  startTime: '06:00',
  endTime: '07:00',
  place: 'Ruộng sau đình, Long Điền A',
  crop: 'fruit',
  area: 12.5,
  areaUnit: 'decare',
  price: 30000,
  amount: 375000,
  currency: 'VND',
  paymentMethod: 'visa',
  reference: 'pi_6d0a2b9ce4f1480a9b7c3d21',
  paidAt: '2026-11-15T02:30:00.000Z',
  refundedAt: null,
  rows: [{ kind: 'service', area: 12.5, amount: 375000, note: null }],
};

export const billExamples: Record<BillKind, object> = {
  receipt: { number: 'R-2026-000001', kind: 'receipt', ...example },
  invoice: { number: 'I-2026-000001', kind: 'invoice', ...example, status: 'due', reference: null, paidAt: null },
};

const writeFields = compileRowWriter(billFields);
const writeRow = compileRowWriter(BillRowSchema);

/** Money stays decimal text, so no precision is lost. */
export function billJson(bill: Bill): string {
  const { company, farmer } = bill;
  const fields = writeFields([
    bill.number,
    bill.kind,
    bill.status,
    bill.issuedAt.toISOString(),
    bill.orderId,
    company.name,
    company.address,
    company.taxCode,
    company.phoneNumber,
    company.email,
    farmer.fullName,
    farmer.address,
    farmer.phoneNumber,
    bill.date,
    bill.startTime.slice(0, 5),
    bill.endTime.slice(0, 5),
    bill.place,
    bill.crop,
    bill.areaSprayed ?? bill.area,
    bill.areaUnit,
    bill.price,
    bill.amount,
    bill.currency,
    bill.method,
    bill.reference,
    bill.paidAt?.toISOString() ?? null,
    bill.refundedAt?.toISOString() ?? null,
  ]);
  const rows = billRowsOf(bill).map(({ kind, area, amount, note }) => writeRow([kind, area, amount, note]));
  return `${fields.slice(0, -1)},"rows":[${rows.join(',')}]}`;
}
