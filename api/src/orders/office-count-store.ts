import type { Db, Value } from '../platform/postgres/database.ts';
import { listStatement, looseStatement, statement } from '../platform/postgres/sql.ts';
import { hasDateFilter, hasPersonFilter, isSearch, type OfficeListFilter } from './office-filter.ts';
import { isPreparable, officeWhere } from './office-list-store.ts';
import { countFarmerOrders } from './order-list-store.ts';

/** Conditions on the columns of the materialised counters (views `order_tally`, `order_day_tally`, `order_place_tally`). */
function counterWhere({ orderStatus, paymentStatus, paymentMethod, sessionId, cropId }: OfficeListFilter): {
  text: string;
  values: Value[];
} {
  const values: Value[] = [];
  const terms: string[] = [];
  const addIfGiven = (value: string | readonly string[] | undefined, term: (parameter: string) => string) => {
    if (value !== undefined && value.length > 0) terms.push(term(`$${values.push(value)}`));
  };
  addIfGiven(orderStatus, (p) => `order_status = any(${p})`);
  addIfGiven(paymentStatus, (p) => `payment_status = any(${p})`);
  addIfGiven(paymentMethod, (p) => `payment_method = any(${p})`);
  addIfGiven(sessionId, (p) => `session_id = ${p}`);
  addIfGiven(cropId, (p) => `crop_id = ${p}`);
  return { text: terms.length === 0 ? 'true' : terms.join(' and '), values };
}

const sumOf = (counter: string, terms: string) => `coalesce((select sum(orders) from ${counter} where ${terms}), 0)`;

async function countUndated(db: Db, filter: OfficeListFilter): Promise<number> {
  const { text, values } = counterWhere(filter);
  const total = listStatement(`order counters ${text}`, [], () => `select ${sumOf('order_tally', text)}`);
  return Number((await db.rows({ ...total, short: true }, values))[0]?.[0]);
}

/**
 * Counts a range of dates: sums the days inside it, or subtracts the days outside it from the total, whichever are fewer. Each range has
 * two bounds, so that a generic plan estimates few rows and uses the index.
 */
export const countOfDays = (days: string, terms: string, first: string, last: string): string =>
  `select case when least(${last}, newest) - greatest(${first}, oldest) <= (newest - oldest) / 2
               then ${sumOf(days, `${terms} and date between ${first} and ${last}`)}
               else ${sumOf('order_tally', terms)} - ${sumOf(days, `${terms} and date between '-infinity' and ${first} - 1`)} - ${sumOf(days, `${terms} and date between ${last} + 1 and 'infinity'`)} end
     from (select (select min(date) from order_day_sum) as oldest, (select max(date) from order_day_sum) as newest) d`;

async function countDated(db: Db, filter: OfficeListFilter): Promise<number> {
  const { text, values } = counterWhere(filter);
  const { from = '0001-01-01', to = '9999-12-31' } = filter;
  const [first, last] = [`$${values.push(from)}::date`, `$${values.push(to)}::date`];
  const days = filter.sessionId === undefined && filter.cropId === undefined ? 'order_day_tally' : 'order_place_tally';
  const build = () => countOfDays(days, text, first, last);
  const range =
    values.length <= 4 ? { ...listStatement(`order counters of ${days} ${text}`, [], build), short: true } : looseStatement(build());
  return Number((await db.rows(range, values))[0]?.[0]);
}

const countOfSprayerStatement = statement(
  'count_orders_of_sprayer',
  "select coalesce(sum(size), 0) from tally where list = 'sprayer orders' and owner_id = $1",
);

/** The orders in progress on the other side of the filter `reported`: few, and in an index of their own. */
async function countOtherwiseReported(db: Db, filter: OfficeListFilter): Promise<number> {
  const where = officeWhere({ ...filter, reported: undefined });
  const isOther = `o.order_status = 'in_progress' and o.reported_at is ${filter.reported === true ? '' : 'not '}null`;
  const counting = looseStatement(`select count(*) from ${where.from} where ${isOther} and ${where.text}`);
  return Number((await db.rows(counting, where.values))[0]?.[0]);
}

/** The exact number of orders that match. It comes from materialised counters if they cover the filter; otherwise the orders of one person are counted. Searches have office-search-store.ts. */
export async function countOfficeOrders(db: Db, filter: OfficeListFilter): Promise<number> {
  const { orderStatus, paymentStatus, paymentMethod, farmerId, sprayerId, ...others } = filter;
  if (filter.reported !== undefined && !isSearch(filter) && !hasPersonFilter(filter)) {
    const [all, other] = await Promise.all([countOfficeOrders(db, { ...filter, reported: undefined }), countOtherwiseReported(db, filter)]);
    return Math.max(all - other, 0);
  }
  if (!isSearch(filter) && !hasPersonFilter(filter)) return hasDateFilter(filter) ? countDated(db, filter) : countUndated(db, filter);
  const hasNoOtherFilter = Object.values(others).every((value) => value === undefined) && paymentStatus.length === 0;
  if (hasNoOtherFilter && farmerId !== undefined && sprayerId === undefined)
    return countFarmerOrders(db, { farmerId, orderStatus, paymentMethod });
  if (hasNoOtherFilter && sprayerId !== undefined && farmerId === undefined && orderStatus.length === 0 && paymentMethod.length === 0)
    return Number((await db.rows(countOfSprayerStatement, [sprayerId]))[0]?.[0]);
  const where = officeWhere(filter);
  const build = () => `select count(*) from ${where.from} where ${where.text}`;
  const counting = isPreparable(filter, where) ? listStatement(`office orders counted ${where.key}`, [], build) : looseStatement(build());
  return Number((await db.rows(counting, where.values))[0]?.[0]);
}
