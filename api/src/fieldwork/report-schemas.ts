import { Type } from 'typebox';
import { CalendarDate, Exact, Id, Nullable, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';

const NullableAmount = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const NullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1, description });

export const areaDecisions = ['bill', 'rebook', 'keep'] as const;
const decisions =
  '`bill`: the price is adjusted to the area sprayed. `rebook`: the same, with a new order for the rest. `keep`: the price stays unchanged.';

export const BalanceSchema = named(
  'Balance',
  Exact({
    currency: Type.String(),
    cost: Type.Number({ description: 'The price at booking.' }),
    adjustment: Type.Number({ description: 'Adjustment of the price since booking; negative: a reduction.' }),
    total: Type.Number({ description: 'Total price: cost plus adjustment.' }),
    paid: Type.Number({ description: 'Amount paid, less refunds.' }),
    due: Type.Number({ description: 'Amount due; 0 for a cancelled order.' }),
    overpaid: Type.Number({ description: 'What must be refunded: an overpayment, or all that was paid for a cancelled order.' }),
    refundedByHand: Type.Number({ description: 'Part of it that the office refunds, in cash or by bank transfer.' }),
    refundedToCard: Type.Boolean({ description: 'The other part is refunded to a card automatically.' }),
  }),
);

/** The crew's report, the office's decision about it, and the amounts due and paid. */
export const OrderReportSchema = named(
  'OrderReport',
  Exact({
    orderId: Id(),
    areaOrdered: Type.Number(),
    report: Nullable(
      Exact(
        {
          areaSprayed: Type.Number(),
          note: NullableText(),
          cashReceived: NullableAmount('As the crew counted it; null: none.'),
          changeDue: NullableAmount('Change due to the farmer; null: no cash was taken.'),
          startedAt: NullableTime("In the field, by the crew's phone; null: not known."),
          finishedAt: NullableTime("In the field, by the crew's phone; null: not known."),
          reportedAt: Timestamp({ description: 'Time at which the service received the report.' }),
          reportedBy: Type.String(),
        },
        { description: 'null: the crew has not reported the work yet.' },
      ),
    ),
    undecided: Type.Boolean({ description: 'The area sprayed differs from the area ordered, and the office has not decided yet.' }),
    costSprayed: NullableAmount('What the area sprayed costs at the price at booking; null: not reported.'),
    decision: Nullable(
      Exact(
        {
          decision: OneOf(areaDecisions, { description: decisions }),
          reason: NullableText(),
          by: NullableText(),
          at: Timestamp(),
          restOrderId: NullableId('The order for the rest.'),
        },
        { description: 'Decision of the office about a difference between the area ordered and the area sprayed.' },
      ),
    ),
    restOf: NullableId('The order whose rest this one is; null: it is not a rest.'),
    balance: BalanceSchema,
  }),
);

export const orderReportExample = {
  orderId: 42,
  areaOrdered: 8,
  report: {
    areaSprayed: 5,
    note: 'Rain from half past six.',
    cashReceived: 240000,
    changeDue: 0,
    startedAt: '2026-11-16T23:05:00.000Z',
    finishedAt: '2026-11-16T23:40:00.000Z',
    reportedAt: '2026-11-17T01:15:00.000Z',
    reportedBy: 'Lê Văn Bay',
  },
  undecided: false,
  costSprayed: 150000,
  decision: { decision: 'bill', reason: 'Rain.', by: 'Trần Thị Mai', at: '2026-11-17T02:00:00.000Z', restOrderId: null },
  restOf: null,
  balance: {
    currency: 'VND',
    cost: 240000,
    adjustment: -90000,
    total: 150000,
    paid: 240000,
    due: 0,
    overpaid: 90000,
    refundedByHand: 90000,
    refundedToCard: false,
  },
};

export const AreaDecisionBody = named(
  'NewAreaDecision',
  Type.Object({
    decision: OneOf(areaDecisions, { description: decisions }),
    reason: Type.Optional(Text(500, { description: 'Visible to the farmer. Required with `keep`.' })),
    date: Type.Optional(CalendarDate({ description: 'Date of the order for the rest; required with `rebook`.' })),
    session: Type.Optional(Type.Object({ id: Id('Date of the order for the rest; required with `rebook`.') })),
  }),
);
