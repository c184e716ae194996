import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import type { RecordDetails } from '../spray-records/record-details.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const removedStatement = statement(
  'removed_from_crew_at',
  'select extract(epoch from removed_at) * 1000 from former_crew_member where order_id = $1 and sprayer_id = $2',
);

/** Time at which the sprayer was removed from the crew of the order; undefined: never. */
export async function findRemovalFromCrew(db: Db, orderId: string, sprayerId: string): Promise<Date | undefined> {
  const [row] = await db.rows(removedStatement, [orderId, sprayerId]);
  return row === undefined ? undefined : new Date(Number(row[0]));
}

export interface NewDisputedReport {
  orderId: string;
  sprayerId: string;
  areaSprayed: number;
  note: string | null;
  cashReceived: string | null;
  /** The entry of the ledger for the cash. */
  paymentId: string | null;
  /** The office decides whether the cash is recorded. */
  isCashHeld: boolean;
  /** What the crew entered for the spray record; null: nothing. */
  details: RecordDetails | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const insertStatement = statement(
  'insert_disputed_report',
  `insert into disputed_report (order_id, sprayer_id, area_sprayed, note, cash_received, payment_id, started_at, finished_at, at, cash_held, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)`,
);

export async function insertDisputedReport(tx: Tx, report: NewDisputedReport, now: Date): Promise<void> {
  await tx.rows(insertStatement, [
    report.orderId,
    report.sprayerId,
    String(report.areaSprayed),
    report.note,
    report.cashReceived,
    report.paymentId,
    report.startedAt?.toISOString() ?? null,
    report.finishedAt?.toISOString() ?? null,
    now.toISOString(),
    report.isCashHeld,
    report.details === null ? null : JSON.stringify(report.details),
  ]);
}

const existsStatement = statement('has_disputed_report', 'select 1 from disputed_report where order_id = $1 and sprayer_id = $2');

/** Call it after locking the order. */
export async function hasDisputedReport(tx: Tx, orderId: string, sprayerId: string): Promise<boolean> {
  return (await tx.rows(existsStatement, [orderId, sprayerId])).length > 0;
}

const otherStatement = statement(
  'has_other_disputed_report',
  'select 1 from disputed_report where order_id = $1 and sprayer_id <> $2 limit 1',
);

/** Whether another sprayer has sent a late report of the job. Call it after locking the order. */
export async function hasOtherDisputedReport(tx: Tx, orderId: string, sprayerId: string): Promise<boolean> {
  return (await tx.rows(otherStatement, [orderId, sprayerId])).length > 0;
}

// The report that came first: the one of the order, or the first late one.
const earlierReport = `select e.full_name, e.area_sprayed, e.cash_received, ${time('e.at')} as at
  from (select u.full_name, w.area_sprayed, w.cash_received, w.at, 0 as id from work_report w join app_user u on u.id = w.sprayer_id
         where w.order_id = d.order_id and w.at <= d.at and d.decision is distinct from 'accepted'
        union all
        select u.full_name, f.area_sprayed, f.cash_received, f.at, f.id from disputed_report f join app_user u on u.id = f.sprayer_id
         where f.order_id = d.order_id and f.id < d.id) e
 order by e.at, e.id limit 1`;

// In the order of the fields of LateReportSchema.
const reportColumns = `d.id, d.order_id, s.id, s.full_name, d.area_sprayed, d.note, d.cash_received,
  case when d.payment_id is not null then 'recorded' when not d.cash_held then null when d.decision is null then 'held' else 'not_recorded' end,
  e.full_name, e.area_sprayed, e.cash_received, e.at, ${time('d.started_at')}, ${time('d.finished_at')},
  ${time('d.at')}, d.decision, d.decision_reason, u.full_name, ${time('d.decided_at')}`;
const reportJoins = `join app_user s on s.id = d.sprayer_id left join app_user u on u.id = d.decided_by left join lateral (${earlierReport}) e on true`;

const getStatement = statement(
  'get_disputed_report',
  `select ${reportColumns} from disputed_report d ${reportJoins} where d.order_id = $1 and d.sprayer_id = $2`,
);

export async function getDisputedReport(db: Db, orderId: string, sprayerId: string): Promise<Row> {
  return (await db.rows(getStatement, [orderId, sprayerId]))[0] as Row;
}

export const lateReportSortColumns: Record<string, string> = { id: 'd.id' };

const countStatement = statement('count_disputed_reports', 'select count(*) from disputed_report where order_id = $1');

export async function countDisputedReports(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Oldest first by default. */
export function listDisputedReports(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, lateReportSortColumns, 'd.id', 'd.id');
  const build = () =>
    `select ${reportColumns} from disputed_report d ${reportJoins} where d.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('disputed reports', sort, build), [orderId, limit, offset]);
}

export interface OpenDisputedReport {
  isCashHeld: boolean;
  sprayerId: string;
  areaSprayed: number;
  note: string | null;
  cashReceived: string | null;
  details: RecordDetails | null;
  startedAt: Date | null;
  finishedAt: Date | null;
}

const millis = (column: string) => `extract(epoch from ${column}) * 1000`;
const openStatement = statement(
  'open_disputed_report',
  `select sprayer_id, area_sprayed, note, cash_received, ${millis('started_at')}, ${millis('finished_at')}, cash_held, details
     from disputed_report where id = $1 and order_id = $2 and decision is null`,
);

/** A report that the office has not decided about. Call it after locking the order. */
export async function findOpenDisputedReport(tx: Tx, orderId: string, id: string): Promise<OpenDisputedReport | undefined> {
  const [row] = await tx.rows(openStatement, [id, orderId]);
  if (row === undefined) return undefined;
  const [sprayerId, areaSprayed, note, cashReceived, startedAt, finishedAt, isCashHeld, details] = row;
  const instant = (value: string | null | undefined) => (value === null || value === undefined ? null : new Date(Number(value)));
  return {
    sprayerId: String(sprayerId),
    areaSprayed: Number(areaSprayed),
    note: note ?? null,
    cashReceived: cashReceived ?? null,
    details: details == null ? null : (JSON.parse(details) as RecordDetails),
    startedAt: instant(startedAt),
    finishedAt: instant(finishedAt),
    isCashHeld: isCashHeld === 't',
  };
}

const decideStatement = statement(
  'decide_disputed_report',
  'update disputed_report set decision = $2, decision_reason = $3, decided_by = $4, decided_at = $5, payment_id = coalesce($6, payment_id) where id = $1',
);

export async function saveReportDecision(
  tx: Tx,
  id: string,
  {
    decision,
    reason,
    actorId,
    paymentId,
  }: { decision: 'accepted' | 'set_aside'; reason: string | null; actorId: string; paymentId: string | null },
  now: Date,
): Promise<void> {
  await tx.rows(decideStatement, [id, decision, reason, actorId, now.toISOString(), paymentId]);
}

// In the order of the fields of PresentJobSchema.
const presentJobStatement = statement(
  'present_job',
  `select o.id, o.location, o.order_status, o.date, s.start_time,
          (select string_agg(u.full_name, ', ' order by u.id) from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = o.id),
          exists (select from crew_member m where m.order_id = o.id and m.sprayer_id = $2), k.phone_number
     from spray_order o join spray_session s on s.id = o.session_id cross join company k where o.id = $1`,
);

/** Present state of a job, for a present or former member of its crew. */
export async function getPresentJob(db: Db, orderId: string, sprayerId: string): Promise<Row> {
  return (await db.rows(presentJobStatement, [orderId, sprayerId]))[0] as Row;
}
