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

/** Cash at the office: received there or handed over. Uses the aliases p and h of cashWithHandOver. */
const isAtOffice = "(p.cause <> 'crew' or h.payment_id is not null)";
/** Ledger entries with their hand-over, if any. */
export const cashWithHandOver = `payment p left join cash_handed_over h on h.payment_id = p.id`;
export const isNotCorrected = "p.kind = 'cash' and not exists (select from payment c where c.corrects = p.id)";
/** Received on the date $1 in the time zone $2. */
export const isOnDay = 'p.at >= $1::date::timestamp at time zone $2 and p.at < ($1::date + 1)::timestamp at time zone $2';
export const isOutstanding = `not ${isAtOffice}`;

const sums = `count(distinct p.order_id), sum(p.amount), coalesce(sum(p.amount) filter (where ${isAtOffice}), 0), coalesce(sum(p.amount) filter (where ${isOutstanding}), 0)`;

const countCollectorsStatement = statement(
  'count_collectors',
  `select count(*) from (select distinct p.actor_id, p.currency from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay}) c`,
);

export async function countCollectors(db: Db, { date, timeZone }: Day): Promise<number> {
  return Number((await db.rows(countCollectorsStatement, [date, timeZone]))[0]?.[0]);
}

export const collectorSortColumns: Record<string, string> = {
  fullName: 'u.full_name',
  amount: 'c.amount',
  outstanding: 'c.outstanding',
};

/** Largest outstanding amount first by default. */
export function listCollectors(db: Db, { date, timeZone }: Day, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, collectorSortColumns, 'c.outstanding desc, c.amount desc, u.id desc', 'u.id');
  const build = () =>
    `select ${userColumns('u')}, c.currency, c.orders, c.amount, c.handed_over, c.outstanding
       from (select p.actor_id, p.currency, ${sums} from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay} group by 1, 2)
              c (actor_id, currency, orders, amount, handed_over, outstanding)
       join app_user u on u.id = c.actor_id order by ${order}, c.currency limit $3 offset $4`;
  return db.rows(listStatement('collectors', sort, build), [date, timeZone, limit, offset]);
}

const myCashStatement = statement(
  'my_cash',
  `select k.currency, d.*, e.carried
     from company k,
          lateral (select count(distinct p.order_id), coalesce(sum(p.amount), 0), coalesce(sum(p.amount) filter (where ${isAtOffice}), 0),
                          coalesce(sum(p.amount) filter (where ${isOutstanding}), 0)
                     from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay} and p.actor_id = $3 and p.currency = k.currency) d,
          lateral (select coalesce(sum(c.amount), 0) as carried
                     from cash_carried c where c.collector_id = $3 and c.currency = k.currency) e`,
);

/** Currency, orders, amount, handed over and outstanding of the day, then the amount carried from all days. */
export async function sumCashOfCollector(db: Db, { date, timeZone }: Day, collectorId: string): Promise<Row> {
  return (await db.rows(myCashStatement, [date, timeZone, collectorId]))[0] as Row;
}

const countEntriesStatement = statement(
  'count_cash_entries',
  `select count(*) from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay} and p.actor_id = $3`,
);

export async function countCashEntries(db: Db, { date, timeZone }: Day, collectorId: string): Promise<number> {
  return Number((await db.rows(countEntriesStatement, [date, timeZone, collectorId]))[0]?.[0]);
}

export const cashEntrySortColumns: Record<string, string> = { id: 'p.id', amount: 'p.amount' };

/** In the order of receipt by default. */
export function listCashEntries(
  db: Db,
  { date, timeZone }: Day,
  collectorId: string,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, cashEntrySortColumns, 'p.id', 'p.id');
  // Cash received at the office counts as handed over at once, to the user who received it.
  const handOverOr = (handedOver: string, received: string) => `case when p.cause <> 'crew' then ${received} else ${handedOver} end`;
  const build = () =>
    `select p.id, p.order_id, f.full_name, o.location, p.amount, p.currency, ${time('p.at')},
            ${time(handOverOr('v.at', 'p.at'))}, r.id, r.full_name
       from ${cashWithHandOver} left join cash_hand_over v on v.id = h.hand_over_id
       join spray_order o on o.id = p.order_id join app_user f on f.id = o.farmer_id
       left join app_user r on r.id = ${handOverOr('v.received_by', 'p.actor_id')}
      where ${isNotCorrected} and ${isOnDay} and p.actor_id = $3 order by ${order} limit $4 offset $5`;
  return db.rows(listStatement('cash entries', sort, build), [date, timeZone, collectorId, limit, offset]);
}
