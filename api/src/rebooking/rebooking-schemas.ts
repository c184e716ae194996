import { Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { SessionSchema, sessionExample } from '../catalog/catalog-schemas.ts';
import { orderStatuses } from '../orders/order.ts';
import { CalendarDate, Exact, Id, Int32, Nullable, NullableOneOf, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Row } from '../platform/postgres/database.ts';
import { verdicts } from '../weather/spray-window-rules.ts';
import type { Choice } from './edit-rebooking.ts';
import { rebookingStates, totalCost, undoableUntil, unplacedReasons } from './rebooking-rules.ts';

const NullableTimestamp = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const Count = (description: string) => Int32({ minimum: 0, description });

export const answers = ['accepted', 'changed', 'cancelled'] as const;

export const CostSchema = named(
  'RebookingCost',
  Exact(
    {
      delay: Int32({ minimum: 0 }),
      halfDay: Int32({ minimum: 0 }),
      weather: Int32({ minimum: 0 }),
      crew: Int32({ minimum: 0 }),
      notPlaced: Int32({ minimum: 0 }),
      total: Int32({ minimum: 0 }),
    },
    {
      description:
        '10 for each day of delay, 3 for the other half of the day, 4 for CAUTION, 2 for UNKNOWN weather, 5 if the crew is lost, 200 without a new place.',
    },
  ),
);

export const RebookingSchema = named(
  'Rebooking',
  Exact({
    id: Id(),
    state: OneOf(rebookingStates, { description: '`replaced`: out of date; `replacedBy` is the newer proposal.' }),
    reason: Type.String({ description: 'Sent to the farmers.' }),
    timestamp: Timestamp(),
    by: Type.String({ description: 'Name of the user.' }),
    appliedAt: NullableTimestamp('null: not applied.'),
    undoableUntil: NullableTimestamp('null: it cannot be undone. It can be undone until a farmer answers, and for 2 hours.'),
    undoneAt: NullableTimestamp('null: not undone.'),
    replacedBy: Nullable(Id()),
    orders: Count('Number of orders.'),
    notPlaced: Count('Orders without a new place; they stay where they are.'),
    cost: Count('Sum of all rows.'),
    answers: Exact({
      accepted: Count('The new time suits the farmer.'),
      changed: Count('The farmer chose another time.'),
      cancelled: Count('The farmer cancelled.'),
      open: Count('Moved orders without an answer.'),
    }),
  }),
);

export const rebookingExample = {
  id: 7,
  state: 'proposed',
  reason: 'Heavy rain is forecast.',
  timestamp: '2026-11-16T11:05:00.000Z',
  by: 'Phạm Thị Mai',
  appliedAt: null,
  undoableUntil: null,
  undoneAt: null,
  replacedBy: null,
  orders: 12,
  notPlaced: 1,
  cost: 326,
  answers: { accepted: 0, changed: 0, cancelled: 0, open: 0 },
};

export function rebookingJson(row: Row): string {
  const [id, state, reason, timestamp, by, appliedAt, undoneAt, replacedBy, orders, notPlaced, cost, accepted, changed, cancelled, open] =
    row;
  const isUndoable = state === 'applied' && [accepted, changed, cancelled].every((count) => Number(count) === 0);
  const until = isUndoable ? undoableUntil(new Date(String(appliedAt))).toISOString() : null;
  const texts = { state, reason, timestamp, by, appliedAt, undoableUntil: until, undoneAt };
  return `{"id":${id},${JSON.stringify(texts).slice(1, -1)},"replacedBy":${replacedBy ?? null},"orders":${orders},"notPlaced":${notPlaced},"cost":${cost},"answers":{"accepted":${accepted},"changed":${changed},"cancelled":${cancelled},"open":${open}}}`;
}

const TimeSchema = named('RebookingTime', Exact({ date: CalendarDate(), session: SessionSchema }));

export const RowSchema = named(
  'RebookingRow',
  Exact({
    orderId: Id(),
    farmer: Exact({
      id: Id(),
      fullName: Type.String(),
      phoneNumber: Type.String(),
      hasMail: Type.Boolean({ description: 'false: the message is in the inbox of the app only, so please call.' }),
    }),
    location: Type.String(),
    crew: Type.String({ description: 'Names of the crew when the proposal was made; empty: none.' }),
    from: TimeSchema,
    to: Nullable(TimeSchema),
    verdict: NullableOneOf(verdicts, { description: 'Spray window of the new place when the row was planned.' }),
    notPlacedReason: NullableOneOf(unplacedReasons, { description: 'Why there is no new place.' }),
    cost: CostSchema,
    answer: NullableOneOf(answers),
    answeredAt: NullableTimestamp('null: no answer yet.'),
    current: Exact({ orderStatus: OneOf(orderStatuses), date: CalendarDate(), session: SessionSchema }, { description: 'The order now.' }),
  }),
);

const costExample = { delay: 10, halfDay: 0, weather: 4, crew: 0, notPlaced: 0, total: 14 };
export const rowExample = {
  orderId: 42,
  farmer: { id: 3, fullName: 'Nguyễn Văn Lúa', phoneNumber: '0901 234 561', hasMail: true },
  location: 'Ruộng sau đình, xã Long Điền A, Chợ Mới',
  crew: 'Lê Văn Bay',
  from: { date: '2026-11-17', session: sessionExample },
  to: { date: '2026-11-18', session: sessionExample },
  verdict: 'CAUTION',
  notPlacedReason: null,
  cost: costExample,
  answer: null,
  answeredAt: null,
  current: { orderStatus: 'assigned', date: '2026-11-17', session: sessionExample },
};

const costJson = (parts: readonly unknown[]): string => {
  const [delay, halfDay, weather, crew, notPlaced] = parts.map(Number) as [number, number, number, number, number];
  return JSON.stringify({ delay, halfDay, weather, crew, notPlaced, total: delay + halfDay + weather + crew + notPlaced });
};

/** Sessions of the rows must be loaded (catalog.ensureLoaded). */
export function rowJson(catalog: Catalog, row: Row): string {
  const [orderId, farmerId, fullName, phoneNumber, hasMail, location] = row;
  const [fromDate, fromSession, toDate, toSession, verdict, notPlacedReason] = row.slice(8);
  const [answer, answeredAt, orderStatus, date, sessionId, , crew] = row.slice(19);
  const time = (on: unknown, session: unknown) => `{"date":"${on}","session":${catalog.fragments.session?.(String(session)) ?? 'null'}}`;
  const farmer = JSON.stringify({ fullName, phoneNumber, hasMail: hasMail === 't' }).slice(1);
  const texts = JSON.stringify({ verdict, notPlacedReason }).slice(1, -1);
  const current = `{"orderStatus":"${orderStatus}",${time(date, sessionId).slice(1)}`;
  return `{"orderId":${orderId},"farmer":{"id":${farmerId},${farmer},${JSON.stringify({ location, crew }).slice(1, -1)},"from":${time(fromDate, fromSession)},"to":${toDate == null ? 'null' : time(toDate, toSession)},${texts},"cost":${costJson(row.slice(14, 19))},${JSON.stringify({ answer, answeredAt }).slice(1, -1)},"current":${current}}`;
}

/** Ids of the sessions that rows show. */
export const sessionsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => [row[9], row[11], row[23]]).flatMap((id) => (id == null ? [] : [id]));

export const ChoiceSchema = named(
  'RebookingChoice',
  Exact({
    date: CalendarDate(),
    session: SessionSchema,
    left: Int32({ minimum: 1, description: 'Places left for this order.' }),
    verdict: OneOf(verdicts),
    cost: CostSchema,
  }),
);
export const choiceExample = { date: '2026-11-18', session: sessionExample, left: 2, verdict: 'CAUTION', cost: costExample };

export function choiceJson(catalog: Catalog, { place, left, verdict, cost }: Choice): string {
  const session = catalog.fragments.session?.(place.sessionId) ?? 'null';
  return `{"date":"${place.date}","session":${session},"left":${left},"verdict":"${verdict}","cost":${JSON.stringify({ ...cost, total: totalCost(cost) })}}`;
}
