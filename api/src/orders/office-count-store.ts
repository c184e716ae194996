import type { Db, Value } from '../platform/postgres/database.ts';
import { listStatement, looseStatement, statement } from '../platform/postgres/sql.ts';
import { hasDateFilter, hasPersonFilter, isSearch, type OfficeListFilter } from './office-filter.ts';
import { isPreparable, officeWhere } from './office-list-store.ts';
import { countFarmerOrders } from './order-list-store.ts';

/** What the tallies of orders know of: a filter on these reads sums, not orders. */
function tallied({ orderStatus, paymentStatus, paymentMethod, sessionId, cropId }: OfficeListFilter): { text: string; values: Value[] } {
  const values: Value[] = [];
  const terms: string[] = [];
  const given = (value: string | readonly string[] | undefined, term: (parameter: string) => string) => {
    if (value !== undefined && value.length > 0) terms.push(term(`$${values.push(value)}`));
  };
  given(orderStatus, (p) => `order_status = any(${p})`);
  given(paymentStatus, (p) => `payment_status = any(${p})`);
  given(paymentMethod, (p) => `payment_method = any(${p})`);
  given(sessionId, (p) => `session_id = ${p}`);
  given(cropId, (p) => `crop_id = ${p}`);
  return { text: terms.length === 0 ? 'true' : terms.join(' and '), values };
}

const count = (tally: string, terms: string) => `coalesce((select sum(orders) from ${tally} where ${terms}), 0)`;

async function countTallied(db: Db, filter: OfficeListFilter): Promise<number> {
  const { text, values } = tallied(filter);
  const tally = listStatement(`tallied orders ${text}`, [], () => `select ${count('order_tally', text)}`);
  return Number((await db.rows({ ...tally, short: true }, values))[0]?.[0]);
}

/**
 * Of a range of dates: the days inside it are added up, or those outside are taken off the whole, whichever are fewer. Each range has two ends,
 * so that a plan for all values takes it for a short one, and reads the index.
 */
export const countOfDays = (days: string, terms: string, first: string, last: string): string =>
  `select case when least(${last}, newest) - greatest(${first}, oldest) <= (newest - oldest) / 2
               then ${count(days, `${terms} and date between ${first} and ${last}`)}
               else ${count('order_tally', terms)} - ${count(days, `${terms} and date between '-infinity' and ${first} - 1`)} - ${count(days, `${terms} and date between ${last} + 1 and 'infinity'`)} end
     from (select (select min(date) from order_day_sum) as oldest, (select max(date) from order_day_sum) as newest) d`;

async function countDated(db: Db, filter: OfficeListFilter): Promise<number> {
  const { text, values } = tallied(filter);
  const { from = '0001-01-01', to = '9999-12-31' } = filter;
  const [first, last] = [`$${values.push(from)}::date`, `$${values.push(to)}::date`];
  const days = filter.sessionId === undefined && filter.cropId === undefined ? 'order_day_tally' : 'order_place_tally';
  const build = () => countOfDays(days, text, first, last);
  const range =
    values.length <= 4 ? { ...listStatement(`tallied orders of ${days} ${text}`, [], build), short: true } : looseStatement(build());
  return Number((await db.rows(range, values))[0]?.[0]);
}

const countOfSprayerStatement = statement(
  'count_orders_of_sprayer',
  "select coalesce(sum(size), 0) from tally where list = 'sprayer orders' and owner_id = $1",
);

/** Exact, whatever the filters: from tallies as far as they go; else what one person has to do with, or what a search finds, is counted. */
export async function countOfficeOrders(db: Db, filter: OfficeListFilter): Promise<number> {
  const { orderStatus, paymentStatus, paymentMethod, farmerId, sprayerId, ...others } = filter;
  if (!isSearch(filter) && !hasPersonFilter(filter)) return hasDateFilter(filter) ? countDated(db, filter) : countTallied(db, filter);
  const alone = Object.values(others).every((value) => value === undefined) && paymentStatus.length === 0;
  if (alone && farmerId !== undefined && sprayerId === undefined) return countFarmerOrders(db, { farmerId, orderStatus, paymentMethod });
  if (alone && sprayerId !== undefined && farmerId === undefined && orderStatus.length === 0 && paymentMethod.length === 0)
    return Number((await db.rows(countOfSprayerStatement, [sprayerId]))[0]?.[0]);
  const where = officeWhere(filter);
  const build = () => `select count(*) from ${where.from} where ${where.text}`;
  const counting = isPreparable(filter, where) ? listStatement(`office orders counted ${where.key}`, [], build) : looseStatement(build());
  return Number((await db.rows(counting, where.values))[0]?.[0]);
}
