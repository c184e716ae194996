import { userColumns } from '../accounts/user.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A day on the company's calendar. */
export interface Day {
  date: string;
  timeZone: string;
}

/** Whose cash counts as at the office: what was taken there, and what was handed over. Needs p and h. */
const isThere = "(p.cause <> 'crew' or h.payment_id is not null)";
/** Cash entries that still stand, with how they were handed over. */
export const standingCash = `payment p left join cash_handed_over h on h.payment_id = p.id`;
export const stands = "p.kind = 'cash' and not exists (select from payment c where c.corrects = p.id)";
/** Taken on the day $1 in the zone $2. */
export const ofDay = 'p.at >= $1::date::timestamp at time zone $2 and p.at < ($1::date + 1)::timestamp at time zone $2';
export const isOutstanding = `not ${isThere}`;

const sums = `count(distinct p.order_id), sum(p.amount), coalesce(sum(p.amount) filter (where ${isThere}), 0), coalesce(sum(p.amount) filter (where ${isOutstanding}), 0)`;

// Both read the cash of one day, whatever else there is.
const countCollectorsStatement = statement(
  'count_collectors',
  `select count(*) from (select distinct p.actor_id, p.currency from ${standingCash} where ${stands} and ${ofDay}) c`,
);

export async function countCollectors(db: Db, { date, timeZone }: Day): Promise<number> {
  return Number((await db.rows(countCollectorsStatement, [date, timeZone]))[0]?.[0]);
}

export const collectorSortColumns: Record<string, string> = {
  fullName: 'u.full_name',
  amount: 'c.amount',
  outstanding: 'c.outstanding',
};

/** Whoever the office waits for the most comes first. */
export function listCollectors(db: Db, { date, timeZone }: Day, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, collectorSortColumns, 'c.outstanding desc, c.amount desc, u.id desc', 'u.id');
  const build = () =>
    `select ${userColumns('u')}, c.currency, c.orders, c.amount, c.handed_over, c.outstanding
       from (select p.actor_id, p.currency, ${sums} from ${standingCash} where ${stands} and ${ofDay} group by 1, 2)
              c (actor_id, currency, orders, amount, handed_over, outstanding)
       join app_user u on u.id = c.actor_id order by ${order}, c.currency limit $3 offset $4`;
  return db.rows(listStatement('collectors', sort, build), [date, timeZone, limit, offset]);
}

const myCashStatement = statement(
  'my_cash',
  `select k.currency, d.*, e.carried
     from company k,
          lateral (select count(distinct p.order_id), coalesce(sum(p.amount), 0), coalesce(sum(p.amount) filter (where ${isThere}), 0),
                          coalesce(sum(p.amount) filter (where ${isOutstanding}), 0)
                     from ${standingCash} where ${stands} and ${ofDay} and p.actor_id = $3 and p.currency = k.currency) d,
          lateral (select coalesce(sum(c.amount), 0) as carried
                     from cash_carried c where c.collector_id = $3 and c.currency = k.currency) e`,
);

/** Currency, orders, amount, handed over, outstanding, and all that is carried from any day. */
export async function sumMyCash(db: Db, { date, timeZone }: Day, collectorId: string): Promise<Row> {
  return (await db.rows(myCashStatement, [date, timeZone, collectorId]))[0] as Row;
}

const countEntriesStatement = statement(
  'count_cash_entries',
  `select count(*) from ${standingCash} where ${stands} and ${ofDay} and p.actor_id = $3`,
);

export async function countCashEntries(db: Db, { date, timeZone }: Day, collectorId: string): Promise<number> {
  return Number((await db.rows(countEntriesStatement, [date, timeZone, collectorId]))[0]?.[0]);
}

export const cashEntrySortColumns: Record<string, string> = { id: 'p.id', amount: 'p.amount' };

/** As they were taken, unless asked otherwise. */
export function listCashEntries(
  db: Db,
  { date, timeZone }: Day,
  collectorId: string,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, cashEntrySortColumns, 'p.id', 'p.id');
  // Taken at the office: handed over in the moment it was taken, to whoever took it.
  const there = (handed: string, taken: string) => `case when p.cause <> 'crew' then ${taken} else ${handed} end`;
  const build = () =>
    `select p.id, p.order_id, f.full_name, o.location, p.amount, p.currency, ${time('p.at')},
            ${time(there('v.at', 'p.at'))}, r.id, r.full_name
       from ${standingCash} left join cash_hand_over v on v.id = h.hand_over_id
       join spray_order o on o.id = p.order_id join app_user f on f.id = o.farmer_id
       left join app_user r on r.id = ${there('v.received_by', 'p.actor_id')}
      where ${stands} and ${ofDay} and p.actor_id = $3 order by ${order} limit $4 offset $5`;
  return db.rows(listStatement('cash entries', sort, build), [date, timeZone, collectorId, limit, offset]);
}
