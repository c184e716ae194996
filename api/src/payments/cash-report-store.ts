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

/** Cash that the office gave back. A refund to a card has a reference of the provider and is not cash. */
const isCashRefund = "p.kind = 'refund' and p.method = 'cash' and p.provider_reference is null";

/** Movements of cash on the date $1: received, at the office, outstanding, refunded. */
const movements = `
  select p.actor_id, p.currency, p.order_id, p.amount as received, case when ${isAtOffice} then p.amount else 0 end as at_office,
         case when ${isOutstanding} then p.amount else 0 end as outstanding, 0 as refunded
    from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay}
  union all
  select p.actor_id, p.currency, null, 0, 0, 0, p.amount from payment p where ${isCashRefund} and ${isOnDay}`;
/** Orders with cash received, amount received, handed over, outstanding, refunded, net. */
const sums =
  'count(distinct m.order_id), coalesce(sum(m.received), 0), coalesce(sum(m.at_office), 0), coalesce(sum(m.outstanding), 0), coalesce(sum(m.refunded), 0), coalesce(sum(m.received) - sum(m.refunded), 0)';

const countCollectorsStatement = statement(
  'count_collectors',
  `select count(*) from (select distinct m.actor_id, m.currency from (${movements}) m) c`,
);

export async function countCollectors(db: Db, { date, timeZone }: Day): Promise<number> {
  return Number((await db.rows(countCollectorsStatement, [date, timeZone]))[0]?.[0]);
}

export const collectorSortColumns: Record<string, string> = {
  fullName: 'u.sort_name',
  amount: 'c.amount',
  outstanding: 'c.outstanding',
  refunded: 'c.refunded',
};

/** Users who received or refunded cash. Largest outstanding amount first by default. */
export function listCollectors(db: Db, { date, timeZone }: Day, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, collectorSortColumns, 'c.outstanding desc, c.amount desc, u.id desc', 'u.id');
  const build = () =>
    `select ${userColumns('u')}, c.currency, c.orders, c.amount, c.handed_over, c.outstanding, c.refunded, c.net
       from (select m.actor_id, m.currency, ${sums} from (${movements}) m group by 1, 2)
              c (actor_id, currency, orders, amount, handed_over, outstanding, refunded, net)
       join app_user u on u.id = c.actor_id order by ${order}, c.currency limit $3 offset $4`;
  return db.rows(listStatement('collectors', sort, build), [date, timeZone, limit, offset]);
}

const dayTotalStatement = statement(
  'cash_total_of_day',
  `select k.currency, ${sums} from company k left join (${movements}) m on m.currency = k.currency group by k.currency`,
);

/** Currency, orders, amount, handed over, outstanding, refunded and net of the day, of all users. */
export async function sumCashOfDay(db: Db, { date, timeZone }: Day): Promise<Row> {
  return (await db.rows(dayTotalStatement, [date, timeZone]))[0] as Row;
}

const myCashStatement = statement(
  'my_cash',
  `select k.currency, d.*, e.carried, h.held
     from company k,
          lateral (select count(distinct p.order_id), coalesce(sum(p.amount), 0), coalesce(sum(p.amount) filter (where ${isAtOffice}), 0),
                          coalesce(sum(p.amount) filter (where ${isOutstanding}), 0)
                     from ${cashWithHandOver} where ${isNotCorrected} and ${isOnDay} and p.actor_id = $3 and p.currency = k.currency) d,
          lateral (select coalesce(sum(c.amount), 0) as carried
                     from cash_carried c where c.collector_id = $3 and c.currency = k.currency) e,
          lateral (select coalesce(sum(r.cash_received), 0) as held from disputed_report r
                    where r.sprayer_id = $3 and r.cash_held and r.decision is null) h`,
);

/** Currency, orders, amount, handed over and outstanding of the day, then the amounts of all days: not handed over, and held apart. */
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

const isRefundBy = `${isCashRefund} and ${isOnDay} and p.actor_id = $3`;
const countRefundsStatement = statement('count_cash_refunds', `select count(*) from payment p where ${isRefundBy}`);

export async function countCashRefunds(db: Db, { date, timeZone }: Day, userId: string): Promise<number> {
  return Number((await db.rows(countRefundsStatement, [date, timeZone, userId]))[0]?.[0]);
}

/** Oldest first by default. */
export function listCashRefunds(
  db: Db,
  { date, timeZone }: Day,
  userId: string,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, cashEntrySortColumns, 'p.id', 'p.id');
  const build = () =>
    `select p.id, p.order_id, f.full_name, o.location, p.amount, p.currency, ${time('p.at')}
       from payment p join spray_order o on o.id = p.order_id join app_user f on f.id = o.farmer_id
      where ${isRefundBy} order by ${order} limit $4 offset $5`;
  return db.rows(listStatement('cash refunds', sort, build), [date, timeZone, userId, limit, offset]);
}
