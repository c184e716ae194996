import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Catalog } from '../catalog/catalog.ts';
import { roles } from '../platform/http/auth.ts';
import { type Pageable, readPage } from '../platform/http/paging.ts';
import { compileRowWriter, type JsonOf } from '../platform/http/row-json.ts';
import { CalendarDate, Exact, Id, NullableOneOf, NullableText, named, OneOf, Text, Timestamp } from '../platform/http/schemas.ts';
import type { Database, RawRow, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type CommandContext, orderNotFound } from './act-on-order.ts';
import { orderStatuses } from './order.ts';
import { countHistory, listHistory } from './order-history-store.ts';
import { SessionInput } from './order-schemas.ts';
import { type OrderWriter, versionOf } from './order-store.ts';

export const OrderId = Type.Object({ id: Type.Unsafe<string>({ ...Id('The order.'), example: 42 }) });

export interface OrderDeps {
  database: Database;
  catalog: Catalog;
  orders: OrderWriter;
  clock: Clock;
}

/** The context that a use case needs, from the HTTP call. */
export function commandContext(
  { catalog, clock }: OrderDeps,
  call: { database: Database; user: { id: string; role: (typeof roles)[number] }; expectedVersion: number | undefined },
): CommandContext {
  return { database: call.database, catalog, actor: call.user, now: clock(), expectedVersion: call.expectedVersion };
}

/** JSON of one order without its farmer; sets the ETag header to its version. */
export async function answerFarmerOrder({ orders }: OrderDeps, row: Row | undefined, reply: FastifyReply): Promise<string> {
  if (row === undefined) throw orderNotFound();
  reply.header('etag', `"${versionOf(row)}"`);
  return (await orders.farmerOrders([row]))[0] as string;
}

/** JSON of one order; sets the ETag header to its version. */
export async function answerOrder<R extends Row | RawRow>(
  { orders }: OrderDeps,
  row: R | undefined,
  reply: FastifyReply,
): Promise<JsonOf<R>> {
  if (row === undefined) throw orderNotFound();
  reply.header('etag', `"${versionOf(row)}"`);
  return (await orders.orders([row]))[0] as JsonOf<R>;
}

export const ReasonBody = named('Cancellation', Type.Object({ reason: Text(500) }));
export const RescheduleBody = named('NewTime', Type.Object({ date: CalendarDate(), session: SessionInput }));
export const rescheduleExample = { date: '2026-11-18', session: { id: 4 } };

export const StepSchema = named(
  'OrderStep',
  Exact({
    id: Id(),
    timestamp: Timestamp(),
    action: Type.String(),
    fromStatus: NullableOneOf(orderStatuses),
    toStatus: OneOf(orderStatuses),
    by: NullableText({ description: 'Name of the user; null: the service itself.' }),
    role: NullableOneOf(roles),
    reason: NullableText(),
  }),
);
export const stepExample = {
  id: 1,
  timestamp: '2026-11-15T02:30:00.000Z',
  action: 'place',
  fromStatus: null,
  toStatus: 'confirmed',
  by: 'Nguyễn Văn Lúa',
  role: 'farmer',
  reason: null,
};
const writeStep = compileRowWriter(StepSchema);

export function readTimeline({ read }: Database, orderId: string, isOffice: boolean, pageable: Pageable): Promise<string> {
  return readPage(
    pageable,
    () => countHistory(read, orderId, isOffice),
    async (limit, offset) => (await listHistory(read, orderId, isOffice, pageable.sort, limit, offset)).map(writeStep),
  );
}

export const choices = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Array(OneOf(values), { description, example: [values[0]] });
