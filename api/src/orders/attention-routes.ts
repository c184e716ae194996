import { Type } from 'typebox';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { compileRowWriter } from '../platform/http/row-json.ts';
import { Exact, Int32, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { type AttentionReason, attentionReasons } from './attention.ts';
import { type AttentionFilter, countAttention, listAttention } from './attention-store.ts';
import { choices, type OrderDeps } from './order-http.ts';
import { OrderSchema, orderExample } from './order-schemas.ts';
import { listStoppedOrders } from './stopped-orders.ts';

const AttentionSchema = named(
  'OfficeInboxItem',
  Exact({
    reason: OneOf(attentionReasons, {
      description:
        'unassigned_soon: confirmed for today or tomorrow, without a crew. not_sprayed: the crew was there and did not spray; move or cancel it. overdue: its date has passed and the work is not reported done. objection: the farmer has an open objection. session_closed: booked in a session that has been closed since: it must be moved or cancelled. crew_absent: a member of its crew is absent: another crew is needed. weather_stop: for today or tomorrow, and by the present forecast the weather is too bad to spray. disputed_report: a report came from a crew that no longer has the order, or that the order could not take. area_difference: the crew sprayed another area than ordered, and the office has not decided yet. waiting: pending for more than 24 hours, or for a date within two days. payment_failed: a card payment failed. transfer_reported: the farmer reports that the money was transferred to the bank account. refund_due: cancelled after it was paid in cash, or too much was paid, and the money has not been refunded. payment_stuck: the payment provider did not answer a payment lookup or a refund for some time. sign_off_due: reported done more than 24 hours ago, and the farmer has not answered. message_failed: a notification about it could not be sent; an admin can replay it.',
    }),
    since: Timestamp({
      description:
        'unassigned_soon: the beginning of the day before the spray, or the booking if that was later. not_sprayed: when the crew noted it. overdue: the end of its session. objection: when it was made. session_closed: the closure. crew_absent: the entry of the absence. weather_stop: the check that found it, or else the forecast. disputed_report: its arrival. area_difference: the report. waiting: the booking. payment_failed: the last failure. transfer_reported: the report. refund_due: the cancellation, or the last entry of the ledger. payment_stuck: when the office was notified. sign_off_due: the report, or the last settled objection. message_failed: the last attempt.',
    }),
    order: OrderSchema,
  }),
);

const count = () => Int32({ minimum: 0 });
const CountSchema = named(
  'OfficeInboxCount',
  Exact({
    total: count(),
    byReason: Exact(
      Object.fromEntries(attentionReasons.map((reason) => [reason, count()])) as Record<AttentionReason, ReturnType<typeof count>>,
    ),
  }),
);

const sum = (counts: Map<AttentionReason, number>): number => [...counts.values()].reduce((total, size) => total + size, 0);

/** The office's to-do list. */
export function attentionRoutes({ database, catalog, orders, clock }: OrderDeps, weather: WeatherContext): Route[] {
  const writeItem = compileRowWriter(AttentionSchema, catalog.fragments);
  const toFilter = async (reasons: readonly AttentionReason[]): Promise<AttentionFilter> => {
    const { timeZone } = (await catalog.facts()).company;
    const now = clock();
    const today = wallTime(now, timeZone).date;
    const asked = reasons.length === 0 ? attentionReasons : reasons;
    const stopped = asked.includes('weather_stop') ? await listStoppedOrders(weather, today, addDays(today, 1)) : [];
    return { reasons: asked, today, timeZone, now, stopped };
  };
  return [
    route({
      method: 'GET',
      path: '/api/receptionist/inbox/',
      operationId: 'listOfficeInbox',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'To-do list of the office, most urgent first',
      description: 'An order appears once for each reason. Sorted by reason in the order below, then by date.',
      query: Type.Object({ reason: Type.Optional(choices(attentionReasons, 'Only for these reasons.')) }),
      paging: { sortable: [] },
      response: Paged('OfficeInboxPage', AttentionSchema),
      example: { content: [{ reason: 'unassigned_soon', since: '2026-11-15T17:00:00.000Z', order: orderExample }], page: pageExample },
      async handle({ query, pageable }) {
        const filter = await toFilter(query.reason ?? []);
        return readPage(
          pageable,
          async () => sum(await countAttention(database.read, filter)),
          async (limit, offset) => orders.ordersWithin(await listAttention(database.read, filter, limit, offset), writeItem),
        );
      },
    }),
    route({
      method: 'GET',
      path: '/api/receptionist/inbox/count',
      operationId: 'countOfficeInbox',
      access: 'receptionist',
      tag: 'receptionist',
      summary: 'Number of to-do items by reason',
      response: CountSchema,
      example: {
        total: 3,
        byReason: {
          unassigned_soon: 1,
          not_sprayed: 0,
          overdue: 0,
          objection: 0,
          session_closed: 0,
          crew_absent: 0,
          weather_stop: 0,
          disputed_report: 0,
          area_difference: 0,
          waiting: 2,
          payment_failed: 0,
          transfer_reported: 0,
          refund_due: 0,
          payment_stuck: 0,
          sign_off_due: 0,
          message_failed: 0,
        },
      },
      async handle() {
        const counts = await countAttention(database.read, await toFilter([]));
        return { total: sum(counts), byReason: Object.fromEntries(attentionReasons.map((reason) => [reason, counts.get(reason) ?? 0])) };
      },
    }),
  ];
}
