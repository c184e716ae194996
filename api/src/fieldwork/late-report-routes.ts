import { Type } from 'typebox';
import { maxArea } from '../catalog/catalog-schemas.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import { orderStatuses } from '../orders/order.ts';
import { answerOrder, commandContext, type OrderDeps, OrderId } from '../orders/order-http.ts';
import { OrderSchema, orderExample } from '../orders/order-schemas.ts';
import { orderExists } from '../orders/order-store.ts';
import { CashAmount } from '../payments/ledger-schemas.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, Nullable, NullableOneOf, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import { CrewDetailsBody } from '../spray-records/details-schemas.ts';
import { workTimes } from './field-time-rules.ts';
import { fieldTimeFields, phoneTimesOf } from './field-time-schemas.ts';
import { countDisputedReports, getDisputedReport, getPresentJob, lateReportSortColumns, listDisputedReports } from './late-report-store.ts';
import { decideAboutReport, mayReportLate, sendLateReport } from './send-late-report.ts';

const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const NullableAmount = () => Type.Unsafe<number | null>({ type: ['number', 'null'] });

const LateReportSchema = named(
  'LateReport',
  Exact({
    id: Id(),
    orderId: Id(),
    sprayer: Exact({ id: Id(), fullName: Type.String() }),
    areaSprayed: Type.Number(),
    note: NullableText(),
    cashReceived: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'As the sprayer counted it; null: none.',
    }),
    cash: NullableOneOf(['recorded', 'held', 'not_recorded'], {
      description:
        "`recorded`: in the ledger and in the sprayer's cash account. `held`: another report of the job came first, so the office decides whether this is other money. `not_recorded`: it is not. null: none.",
    }),
    earlierReport: Nullable(
      Exact(
        { by: Type.String(), areaSprayed: Type.Number(), cashReceived: NullableAmount(), receivedAt: Timestamp() },
        { description: 'The report of the job that came first; null: this one is the first.' },
      ),
    ),
    startedAt: NullableTime("In the field, by the sprayer's phone; null: not known."),
    finishedAt: NullableTime("In the field, by the sprayer's phone; null: not known."),
    receivedAt: Timestamp({ description: 'When the report reached the service.' }),
    decision: NullableOneOf(['accepted', 'set_aside'], { description: 'null: the office has not decided yet.' }),
    reason: NullableText(),
    decidedBy: NullableText(),
    decidedAt: NullableTime('When the office decided.'),
  }),
);
const lateReportExample = {
  id: 3,
  orderId: 42,
  sprayer: { id: 5, fullName: 'Lê Văn Bay' },
  areaSprayed: 8,
  note: null,
  cashReceived: 240000,
  cash: 'held',
  earlierReport: { by: 'Phạm Văn Nam', areaSprayed: 8, cashReceived: 240000, receivedAt: '2026-11-17T00:40:00.000Z' },
  startedAt: '2026-11-16T23:05:00.000Z',
  finishedAt: '2026-11-16T23:40:00.000Z',
  receivedAt: '2026-11-17T01:15:00.000Z',
  decision: null,
  reason: null,
  decidedBy: null,
  decidedAt: null,
};
const writeLateReport = compileRowWriter(LateReportSchema);

const PresentJobSchema = named(
  'PresentJob',
  Exact({
    orderId: Id(),
    location: Type.String(),
    orderStatus: OneOf(orderStatuses),
    date: CalendarDate(),
    startTime: Type.String(),
    crew: NullableText({ description: 'Names of the present crew; null: no crew is assigned.' }),
    mine: Type.Boolean({ description: 'The user is in that crew.' }),
    officePhone: NullableText(),
  }),
);
const presentJobExample = {
  orderId: 42,
  location: 'Ruộng sau đình, Long Điền A',
  orderStatus: 'assigned',
  date: '2026-11-17',
  startTime: '06:00:00',
  crew: 'Phạm Văn Nam',
  mine: false,
  officePhone: '0296 3888 123',
};
const writePresentJob = compileRowWriter(PresentJobSchema);

const LateReportBody = named(
  'NewLateReport',
  Type.Object({
    areaSprayed: Type.Number({ minimum: 0, maximum: maxArea, description: "In the company's unit." }),
    note: Type.Optional(Text(2000)),
    cashReceived: Type.Optional(CashAmount),
    ...fieldTimeFields,
    sprayRecord: Type.Optional(CrewDetailsBody),
  }),
);

const DecisionBody = named(
  'NewReportDecision',
  Type.Object({
    decision: OneOf(['accepted', 'set_aside'], {
      description: '`accepted`: it is the report of the order. `set_aside`: it is not; cash in the ledger stays there either way.',
    }),
    reason: Type.Optional(Text(500, { description: 'Required to set it aside.' })),
    heldCash: Type.Optional(
      OneOf(['record', 'drop'], {
        description:
          "Required if its cash is held apart. `record`: it was received in addition, and goes into the ledger and the sprayer's cash account. `drop`: it is the money that the other report has.",
      }),
    ),
  }),
);
const ReportId = Type.Object({ ...OrderId.properties, reportId: Type.Unsafe<string>({ ...Id('The late report.'), example: 3 }) });

/** Reports that arrive after the job was reassigned, moved or cancelled; the office decides about them. */
export function lateReportRoutes(deps: OrderDeps): Route[] {
  const { database, clock } = deps;
  return [
    route({
      method: 'GET',
      path: '/api/sprayer/clock',
      operationId: 'getClock',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'The time of the service',
      description: 'For the offset of the phone clock, which is sent with times of field work.',
      response: named('Clock', Exact({ now: Timestamp() })),
      example: { now: '2026-11-17T01:15:00.000Z' },
      async handle({ reply }) {
        reply.header('cache-control', 'no-store');
        return { now: clock().toISOString() };
      },
    }),
    route({
      method: 'GET',
      path: '/api/sprayer/order/{id}/present',
      operationId: 'getPresentJob',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Present state of a job that is or was mine',
      description: 'Also for a sprayer who was removed from its crew within the last three days.',
      params: OrderId,
      response: PresentJobSchema,
      example: presentJobExample,
      problems: ['NOT_FOUND'],
      async handle({ params, user }) {
        if (!(await mayReportLate(database.read, params.id, user.id, clock()))) throw orderNotFound();
        return writePresentJob(await getPresentJob(database.read, params.id, user.id));
      },
    }),
    route({
      method: 'POST',
      path: '/api/sprayer/order/{id}/late-report',
      operationId: 'sendLateReport',
      access: 'sprayer',
      tag: 'sprayer',
      summary: 'Submit a late work report',
      description:
        'For a phone that was offline while the job was reassigned, moved, cancelled or reported by others. Accepted from a member of the crew, or a sprayer removed from it at most three days before the work ended. The office decides about it; what it says for the spray record counts once it is accepted. The cash is recorded in the cash account of the sprayer at once; if another report of the job came first, it is held apart until the office has decided. A repeated report is accepted once.',
      params: OrderId,
      body: LateReportBody,
      bodyExample: { areaSprayed: 8, cashReceived: 240000, finishedAt: '2026-11-16T23:40:00.000Z', clockOffsetMs: -1200 },
      response: LateReportSchema,
      example: lateReportExample,
      problems: ['NOT_FOUND'],
      idempotent: true,
      async handle(call) {
        const { areaSprayed, note, cashReceived, sprayRecord } = call.body;
        const { started, finished } = phoneTimesOf(call.body);
        const context = commandContext(deps, call);
        await sendLateReport(context, call.params.id, {
          ...{ areaSprayed, note, cashReceived, sprayRecord },
          ...workTimes(started, finished, context.now),
        });
        return writeLateReport(await getDisputedReport(call.database.write, call.params.id, call.user.id));
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/order/{id}/late-report/',
      operationId: 'listLateReports',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Late reports of an order',
      description: 'Default sort: oldest first.',
      params: OrderId,
      paging: { sortable: Object.keys(lateReportSortColumns) },
      response: Paged('LateReportPage', LateReportSchema),
      example: { content: [lateReportExample], page: pageExample },
      problems: ['NOT_FOUND'],
      async handle({ params, pageable }) {
        if (!(await orderExists(database.read, params.id))) throw orderNotFound();
        return readPage(
          pageable,
          () => countDisputedReports(database.read, params.id),
          async (limit, offset) => (await listDisputedReports(database.read, params.id, pageable.sort, limit, offset)).map(writeLateReport),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/api/receptionist/order/{id}/late-report/{reportId}/decision',
      operationId: 'decideAboutLateReport',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Accept a late report or set it aside',
      description:
        'Possible once. An accepted report becomes the report of the order, which then waits for the sign-off of the farmer. Not possible for an order that is cancelled or already reported.',
      params: ReportId,
      body: DecisionBody,
      bodyExample: { decision: 'set_aside', reason: 'Both reported the same job.', heldCash: 'drop' },
      response: OrderSchema,
      example: { ...orderExample, orderStatus: 'in_progress' },
      problems: ['NOT_FOUND', 'ACTION_NOT_ALLOWED', 'NOTHING_TO_DECIDE', 'CREW_BUSY'],
      idempotent: true,
      versioned: true,
      async handle(call) {
        const { id, reportId } = call.params;
        const decision = { ...call.body, reason: call.body.reason?.trim() ?? null };
        return answerOrder(deps, await decideAboutReport(commandContext(deps, call), id, reportId, decision), call.reply);
      },
    }),
  ];
}
