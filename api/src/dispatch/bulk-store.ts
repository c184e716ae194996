import { orderSnapshot } from '../orders/event-store.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { BulkActionKind, OrderPlan, RecordedOrder, StoredBulkAction } from './bulk-rules.ts';

const insertActionStatement = statement(
  'insert_bulk_action',
  'insert into bulk_action (at, actor_id, kind, reason) values ($1, $2, $3, $4) returning id',
);
const insertOrdersStatement = statement(
  'insert_bulk_action_orders',
  `insert into bulk_action_order (bulk_action_id, order_id, before_status, before_date, before_session_id, before_crew, was_paid,
                                  after_status, after_date, after_session_id, after_crew)
   select $1, order_id, before_status, before_date, before_session_id, before_crew::bigint[], was_paid,
          after_status, after_date, after_session_id, after_crew::bigint[]
     from unnest($2::bigint[], $3::text[], $4::date[], $5::bigint[], $6::text[], $7::boolean[], $8::text[], $9::date[], $10::bigint[], $11::text[])
       o (order_id, before_status, before_date, before_session_id, before_crew, was_paid, after_status, after_date, after_session_id, after_crew)`,
);

const arrayText = (ids: readonly string[]): string => `{${ids.join(',')}}`;

export async function insertBulkAction(
  tx: Tx,
  { kind, reason, actorId }: { kind: BulkActionKind; reason: string; actorId: string },
  orders: readonly RecordedOrder[],
  now: Date,
): Promise<string> {
  const [row] = await tx.rows(insertActionStatement, [now.toISOString(), actorId, kind, reason]);
  const id = String(row?.[0]);
  const planColumns = (plan: (order: RecordedOrder) => OrderPlan) => {
    const plans = orders.map(plan);
    return [plans.map(({ status }) => status), plans.map(({ date }) => date), plans.map(({ sessionId }) => sessionId)] as const;
  };
  await tx.rows(insertOrdersStatement, [
    id,
    orders.map(({ orderId }) => orderId),
    ...planColumns(({ before }) => before),
    orders.map(({ before }) => arrayText(before.crewIds)),
    orders.map(({ wasPaid }) => String(wasPaid)),
    ...planColumns(({ after }) => after),
    orders.map(({ after }) => arrayText(after.crewIds)),
  ]);
  return id;
}

const lockActionStatement = statement(
  'lock_bulk_action',
  `select id, kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), undone_at is not null from bulk_action where id = $1 for update`,
);

/** Locked before the orders, so that an action is undone only once. */
export async function lockBulkAction(tx: Tx, id: string): Promise<StoredBulkAction | undefined> {
  const [row] = await tx.rows(lockActionStatement, [id]);
  if (row === undefined) return undefined;
  return { id: String(row[0]), kind: row[1] as BulkActionKind, at: new Date(String(row[2])), undone: row[3] === 't' };
}

const recordedStatement = statement(
  'orders_of_bulk_action',
  `select order_id, before_status, before_date, before_session_id, array_to_string(before_crew, ','), was_paid,
          after_status, after_date, after_session_id, array_to_string(after_crew, ',')
     from bulk_action_order where bulk_action_id = $1 order by order_id`,
);

const toPlan = ([status, date, sessionId, crew]: readonly unknown[]): OrderPlan => ({
  status: status as OrderStatus,
  date: String(date),
  sessionId: String(sessionId),
  crewIds: splitIds(crew),
});

const splitIds = (text: unknown): string[] =>
  String(text)
    .split(',')
    .filter((id) => id !== '');

export async function listRecordedOrders(tx: Tx, bulkActionId: string): Promise<RecordedOrder[]> {
  const rows = await tx.rows(recordedStatement, [bulkActionId]);
  return rows.map((row) => ({
    orderId: String(row[0]),
    before: toPlan(row.slice(1, 5)),
    wasPaid: row[5] === 't',
    after: toPlan(row.slice(6, 10)),
  }));
}

const markUndoneStatement = statement('mark_bulk_action_undone', 'update bulk_action set undone_at = $2, undone_by = $3 where id = $1');

export async function markUndone(tx: Tx, id: string, actorId: string, now: Date): Promise<void> {
  await tx.rows(markUndoneStatement, [id, now.toISOString(), actorId]);
}

const planFactsStatement = statement(
  'crew_and_payment_of_orders',
  `select o.id, o.payment_status = 'paid', coalesce((select string_agg(m.sprayer_id::text, ',' order by m.sprayer_id) from crew_member m where m.order_id = o.id), '')
     from spray_order o where o.id = any($1)`,
);

export interface PlanFacts {
  isPaid: boolean;
  crewIds: string[];
}

/** The orders must be locked. */
export async function readPlanFacts(tx: Tx, orderIds: readonly string[]): Promise<Map<string, PlanFacts>> {
  const rows = await tx.rows(planFactsStatement, [orderIds as string[]]);
  return new Map(rows.map((row) => [String(row[0]), { isPaid: row[1] === 't', crewIds: splitIds(row[2]) }]));
}

const messageStatement = statement(
  'save_office_message',
  `with chosen as (select * from spray_order where id = any($1)), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
     select id, $2::timestamptz, $3::bigint, 'message', order_status, order_status, $4, version from chosen order by id
   )
   insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $2::timestamptz, 'office_message', id, $3::bigint, '{}', $4, ${orderSnapshot('chosen')} from chosen order by id`,
);

/** A message to the farmers of the orders, with its history rows. */
export async function saveOfficeMessage(tx: Tx, orderIds: readonly string[], actorId: string, text: string, now: Date): Promise<void> {
  await tx.rows(messageStatement, [orderIds as string[], now.toISOString(), actorId, text]);
}

const actionColumns = `a.id, a.kind, a.reason, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.full_name,
  (select string_agg(order_id::text, ',' order by order_id) from bulk_action_order where bulk_action_id = a.id),
  to_char(a.undone_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const findStatement = statement(
  'find_bulk_action',
  `select ${actionColumns} from bulk_action a join app_user u on u.id = a.actor_id where a.id = $1`,
);

export async function findBulkAction(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(findStatement, [id]))[0];
}

// Only actions that could be undone just now are listed, so both statements read the newest rows by the primary key.
const recent =
  "id > coalesce((select id from bulk_action where at <= $1 order by id desc limit 1), 0) and undone_at is null and kind <> 'message'";
const countStatement = statement('count_undoable_bulk_actions', `select count(*) from bulk_action where ${recent}`);
const listUndoableStatement = statement(
  'list_undoable_bulk_actions',
  `select ${actionColumns} from (select * from bulk_action where ${recent} order by id desc limit $2 offset $3) a join app_user u on u.id = a.actor_id order by a.id desc`,
);

export async function countUndoable(db: Db, since: Date): Promise<number> {
  return Number((await db.rows(countStatement, [since.toISOString()]))[0]?.[0]);
}

/** Newest first. */
export function listUndoable(db: Db, since: Date, limit: number, offset: number): Promise<Row[]> {
  return db.rows(listUndoableStatement, [since.toISOString(), limit, offset]);
}
