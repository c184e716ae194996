import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export interface WorkReport {
  orderId: string;
  sprayerId: string;
  areaSprayed: number;
  note: string | null;
  cashReceived: string | null;
  changeDue: string | null;
  /** Times in the field; null: not known. */
  startedAt: Date | null;
  finishedAt: Date | null;
}

const insertStatement = statement(
  'insert_work_report',
  `insert into work_report (order_id, sprayer_id, area_sprayed, note, cash_received, change_due, at, started_at, finished_at)
   values ($1, $2, $3, $4, $5, $6, $7,
     -- Without a time of the phone: when the start was recorded.
     coalesce($8::timestamptz, (select max(h.at) from order_history h where h.order_id = $1 and h.action = 'start')), $9)`,
);

export async function insertWorkReport(tx: Tx, report: WorkReport, now: Date): Promise<void> {
  await tx.rows(insertStatement, [
    report.orderId,
    report.sprayerId,
    String(report.areaSprayed),
    report.note,
    report.cashReceived,
    report.changeDue,
    now.toISOString(),
    report.startedAt?.toISOString() ?? null,
    report.finishedAt?.toISOString() ?? null,
  ]);
}

const overdueSignOffStatement = statement(
  'overdue_sign_offs',
  `select id from spray_order 
    where order_status = 'in_progress' and reported_at is not null and not objected and coalesce(settled_at, reported_at) <= $1
    order by coalesce(settled_at, reported_at) limit 50 for no key update skip locked`,
);

/** Orders reported (or with an objection resolved) at or before `since` and not signed off. */
export async function lockOverdueSignOffs(tx: Tx, since: Date): Promise<string[]> {
  return (await tx.rows(overdueSignOffStatement, [since.toISOString()])).map((row) => String(row[0]));
}

// $1 and $2: the present date and time in the company's time zone.
const expiredStatement = statement(
  'expired_bookings',
  `select o.id from spray_order o join spray_session s on s.id = o.session_id
    where o.order_status = 'pending' and (o.date < $1::date or (o.date = $1::date and s.start_time <= $2::time))
    order by o.date limit 50 for no key update of o skip locked`,
);

/** Pending orders whose session has begun. */
export async function lockExpiredBookings(tx: Tx, date: string, time: string): Promise<string[]> {
  return (await tx.rows(expiredStatement, [date, time])).map((row) => String(row[0]));
}

// Each part has its own index. Completed work with an open objection is not settled yet.
const workOfFarmer = ["not closed and order_status = 'in_progress'", 'closed and objected']
  .map(
    (state) =>
      `select id, reported_at is not null as reported, signed_off_at is not null as signed_off, objected from spray_order where farmer_id = $1 and ${state}`,
  )
  .join(' union all ');

export const workSortColumns: Record<string, string> = { orderId: 'id' };

const countWorkStatement = statement('count_work_of_farmer', `select count(*) from (${workOfFarmer}) w`);

export async function countWorkOfFarmer(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countWorkStatement, [farmerId]))[0]?.[0]);
}

/** Default sort: oldest order first. */
export function listWorkOfFarmer(db: Db, farmerId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const build = () =>
    `select id, reported, signed_off, objected from (${workOfFarmer}) w order by ${orderBy(sort, workSortColumns, 'id', 'id')} limit $2 offset $3`;
  return db.rows(listStatement('work of farmer', sort, build), [farmerId, limit, offset]);
}

// A sprayer's jobs come from the index of the crew; without a sprayer, from the index of orders in progress.
const openWork = (sprayer: boolean) =>
  sprayer
    ? "from crew_member m join spray_order o on o.id = m.order_id where m.sprayer_id = $1 and not m.closed and o.order_status = 'in_progress'"
    : "from spray_order o where o.order_status = 'in_progress'";

const countOpenWorkStatement = statement('count_open_work', `select count(*) ${openWork(false)}`);
const countWorkOfSprayerStatement = statement('count_work_of_sprayer', `select count(*) ${openWork(true)}`);

/** Orders in progress, of one sprayer or of all. */
export async function countOpenWork(db: Db, sprayerId: string | null): Promise<number> {
  const rows = await (sprayerId === null ? db.rows(countOpenWorkStatement) : db.rows(countWorkOfSprayerStatement, [sprayerId]));
  return Number(rows[0]?.[0]);
}

/** Default sort: oldest order first. */
export function listOpenWork(db: Db, sprayerId: string | null, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const isOfSprayer = sprayerId !== null;
  const [size, skip] = isOfSprayer ? ['$2', '$3'] : ['$1', '$2'];
  const order = orderBy(sort, { orderId: 'o.id' }, 'o.id', 'o.id');
  const build = () =>
    `select o.id, o.reported_at is not null, o.signed_off_at is not null, o.objected ${openWork(isOfSprayer)} order by ${order} limit ${size} offset ${skip}`;
  const values = isOfSprayer ? [sprayerId, limit, offset] : [limit, offset];
  return db.rows(listStatement(isOfSprayer ? 'work of sprayer' : 'open work', sort, build), values);
}
