import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { MatchableOrder } from './statement-rules.ts';

/** Amount due of order `o`, as in readBalance. */
const dueOf = (o: string) =>
  `case when ${o}.order_status = 'cancelled' then 0 else greatest(${o}.cost + ${o}.adjustment - amount_paid(${o}.id), 0) end`;

export interface TransferReport {
  reportedAt: string;
  status: 'reported' | 'confirmed' | 'rejected';
}

const lastStatement = statement(
  'last_transfer_report',
  `select to_char(reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), status from bank_transfer where order_id = $1
    order by id desc limit 1`,
);

/** The last report of a transfer for the order. */
export async function findLastReport(db: Db, orderId: string): Promise<TransferReport | undefined> {
  const [row] = await db.rows(lastStatement, [orderId]);
  return row === undefined ? undefined : { reportedAt: String(row[0]), status: row[1] as TransferReport['status'] };
}

const reportStatement = statement(
  'insert_transfer_report',
  'insert into bank_transfer (order_id, amount, reported_at) values ($1, $2, $3) on conflict do nothing returning 1',
);

/** False: a report is open already. */
export async function insertReport(tx: Tx, orderId: string, amount: string, now: Date): Promise<boolean> {
  return (await tx.rows(reportStatement, [orderId, amount, now.toISOString()])).length > 0;
}

const decideStatement = statement(
  'decide_transfer_report',
  `update bank_transfer set status = $2, decided_by = $3, decided_at = $4 where order_id = $1 and status = 'reported' returning 1`,
);

/** False: no report is open. */
export async function decideReport(
  tx: Tx,
  orderId: string,
  status: 'confirmed' | 'rejected',
  actorId: string,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(decideStatement, [orderId, status, actorId, now.toISOString()])).length > 0;
}

const isAnnounced = (sprayer: string) =>
  `from crew_member m join spray_order o on o.id = m.order_id join bank_transfer t on t.order_id = o.id and t.status = 'reported'
    where m.sprayer_id = ${sprayer} and not m.closed and o.payment_status <> 'paid'`;

const countAnnouncedStatement = statement('count_transfers_of_sprayer', `select count(*) ${isAnnounced('$1')}`);

export async function countAnnouncedTransfers(db: Db, sprayerId: string): Promise<number> {
  return Number((await db.rows(countAnnouncedStatement, [sprayerId]))[0]?.[0]);
}

const announcedStatement = statement(
  'transfers_of_sprayer',
  `select o.id, t.amount, to_char(t.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ${isAnnounced('$1')} order by o.id limit $2 offset $3`,
);

/** Open jobs of a sprayer whose farmer has reported a transfer that the office has not checked yet. */
export function listAnnouncedTransfers(db: Db, sprayerId: string, limit: number, offset: number): Promise<Row[]> {
  return db.rows(announcedStatement, [sprayerId, limit, offset]);
}

const stepStatement = statement(
  'insert_transfer_step',
  `with changed as (
     update spray_order set version = version + 1 where id = $1 returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, version)
     select id, $3::timestamptz, $4::bigint, $2::text, order_status, order_status, version from changed
   )
   insert into outbox_event (at, type, order_id, actor_id, snapshot)
   select $3::timestamptz, $2::text, id, $4::bigint, ${orderSnapshot('changed')} from changed`,
);

/** Writes a step about a transfer to the history and the outbox. */
export async function insertTransferStep(
  tx: Tx,
  orderId: string,
  step: 'transfer_reported' | 'transfer_rejected',
  actorId: string,
  now: Date,
): Promise<void> {
  await tx.rows(stepStatement, [orderId, step, now.toISOString(), actorId]);
}

const matchableStatement = statement(
  'orders_of_bank_lines',
  `select o.id, ${dueOf('o')}, o.payment_status = 'paid', o.payment_method = 'cash' and o.order_status <> 'cancelled', f.full_name
     from spray_order o join app_user f on f.id = o.farmer_id where o.id = any($1::bigint[])`,
);

export interface StatementOrder extends MatchableOrder {
  farmer: string;
}

export async function findStatementOrders(db: Db, ids: readonly string[]): Promise<Map<string, StatementOrder>> {
  const rows = await db.rows(matchableStatement, [[...ids]]);
  return new Map(
    rows.map(([id, due, isPaid, isPayable, farmer]) => [
      String(id),
      { id: String(id), due: String(due), isPaid: isPaid === 't', isPayable: isPayable === 't', farmer: String(farmer) },
    ]),
  );
}
