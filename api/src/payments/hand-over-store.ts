import { userColumns } from '../accounts/user.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { cashWithHandOver, type Day, isNotCorrected, isOnDay, isOutstanding } from './cash-report-store.ts';

const lockStatement = statement(
  'lock_cash_of_day',
  `select p.id from payment p where p.kind = 'cash' and ${isOnDay} and p.actor_id = $3 and ($4::bigint[] is null or p.id = any($4)) order by p.id for update`,
);

/** Locks the cash entries of a collector on a day, all or only these, against hand-over and correction. */
export async function lockCash(tx: Tx, { date, timeZone }: Day, collectorId: string, only: readonly string[] | null): Promise<string[]> {
  return (await tx.rows(lockStatement, [date, timeZone, collectorId, only])).map((row) => String(row[0]));
}

const outstandingStatement = statement(
  'outstanding_cash',
  `select p.id from ${cashWithHandOver} where ${isNotCorrected} and ${isOutstanding} and p.id = any($1)`,
);

/** Which of these entries are outstanding. Call it after locking them. */
export async function listOutstanding(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows(outstandingStatement, [ids])).map((row) => String(row[0]));
}

const handOverStatement = statement(
  'hand_over_cash',
  `with created as (
     insert into cash_hand_over (collector_id, date, received_by, at) values ($1, $2, $3, $4) returning id
   ), entries as (
     insert into cash_handed_over (payment_id, hand_over_id) select unnest($5::bigint[]), id from created
   )
   select id from created`,
);

export async function insertHandOver(
  tx: Tx,
  { collectorId, date, receivedBy, entryIds }: { collectorId: string; date: string; receivedBy: string; entryIds: readonly string[] },
  now: Date,
): Promise<string> {
  return String((await tx.rows(handOverStatement, [collectorId, date, receivedBy, now.toISOString(), entryIds]))[0]?.[0]);
}

const getStatement = statement(
  'get_hand_over',
  `select v.id, ${userColumns('u')}, v.date, s.currency, s.entries, s.amount, r.id, r.full_name, to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from cash_hand_over v join app_user u on u.id = v.collector_id join app_user r on r.id = v.received_by
    cross join lateral (select min(p.currency) as currency, count(*) as entries, sum(p.amount) as amount
                          from cash_handed_over h join payment p on p.id = h.payment_id where h.hand_over_id = v.id) s
    where v.id = $1`,
);

export async function getHandOver(db: Db, id: string): Promise<Row> {
  return (await db.rows(getStatement, [id]))[0] as Row;
}
