import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow, Row, Value } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, type Statement, statement } from '../platform/postgres/sql.ts';
import { hasDateFilter, hasPersonFilter, isSearch, type OfficeListFilter } from './office-filter.ts';
import { type OrderStatus, orderStatuses, paymentMethods, paymentStatuses } from './order.ts';
import { nullableOrderSorts, orderSortColumns } from './order-list-store.ts';
import { searchSql } from './order-search-index-store.ts';
import { orderColumns, orderJoins } from './order-store.ts';

/** `order_search` has the columns of the filters, and the words. */
type OrderTable = 'spray_order' | 'order_search';

/** Orders `o` joined to their crew members `m`. `offset 0` makes PostgreSQL look up each order by id instead of scanning all orders. */
export const ordersOfCrew = (table: OrderTable = 'spray_order') =>
  `crew_member m cross join lateral (select * from ${table} where id = m.order_id offset 0) o`;

export interface Where {
  text: string;
  values: Value[];
  /** Identifies the prepared statement. */
  key: string;
  /** Number of conditions. */
  terms: number;
  /** The from clause; it includes the crew if the filter has a sprayer, and otherwise finds a search by indexes. */
  from: string;
}

export const isClosed = (status: OrderStatus): boolean => status === 'completed' || status === 'cancelled';

/** The conditions of a filter. Those of a search are on `order_search`, others on `spray_order`. */
export function officeWhere(filter: OfficeListFilter): Where {
  const table: OrderTable = isSearch(filter) ? 'order_search' : 'spray_order';
  const values: Value[] = [];
  const terms: string[] = [];
  const { orderStatus, paymentStatus, paymentMethod } = filter;
  const addIfGiven = (value: Value | undefined, term: (parameter: string) => string) => {
    if (value !== undefined && (!Array.isArray(value) || value.length > 0)) terms.push(term(`$${values.push(value)}`));
  };
  addIfGiven(orderStatus, (p) => `o.order_status = any(${p})`);
  // Redundant, but `closed` is the first column of the list's index, so only that part of the index is read.
  if (orderStatus.length > 0 && !orderStatus.some(isClosed)) terms.push('not o.closed');
  if (orderStatus.length > 0 && orderStatus.every(isClosed)) terms.push('o.closed');
  // Failed payments are few and have a partial index, which the planner uses only for a literal, not for a parameter.
  if (paymentStatus.length === 1 && paymentStatus[0] === 'failed') terms.push("o.payment_status = 'failed'");
  else addIfGiven(paymentStatus, (p) => `o.payment_status = any(${p})`);
  addIfGiven(paymentMethod, (p) => `o.payment_method = any(${p})`);
  if (filter.reported !== undefined)
    terms.push(`(o.order_status <> 'in_progress' or o.reported_at is ${filter.reported ? 'not ' : ''}null)`);
  addIfGiven(filter.from, (p) => `o.date >= ${p}`);
  addIfGiven(filter.to, (p) => `o.date <= ${p}`);
  addIfGiven(filter.sessionId, (p) => `o.session_id = ${p}`);
  addIfGiven(filter.cropId, (p) => `o.crop_id = ${p}`);
  addIfGiven(filter.farmerId, (p) => `o.farmer_id = ${p}`);
  addIfGiven(filter.sprayerId, (p) => `m.sprayer_id = ${p}`);
  addIfGiven(filter.orderIds, (p) => `o.id = any(${p}::bigint[])`);
  const search = isSearch(filter) ? searchSql(filter, values) : undefined;
  if (search !== undefined) terms.push(search.condition);
  const from = filter.sprayerId === undefined ? `${search?.source ?? table} o` : ordersOfCrew(table);
  return { text: terms.length === 0 ? 'true' : terms.join(' and '), values, key: terms.join(' and '), terms: terms.length, from };
}

/** Whether a prepared statement is worthwhile: not for many filters (too many combinations), nor for a search (the best plan depends on the words). */
export const isPreparable = (filter: OfficeListFilter, { terms }: Where): boolean => !isSearch(filter) && terms <= 3;

export const defaultOrder = 'o.closed, o.date desc, o.id desc';
export const orderOf = (sort: Sort[], fallback = defaultOrder) => orderBy(sort, orderSortColumns, fallback, 'o.id', nullableOrderSorts);

const ordersOfIdsStatement = statement(
  'office_orders_of_ids',
  `select ${orderColumns} from unnest($1::bigint[]) with ordinality chosen (id, position) join spray_order o on o.id = chosen.id ${orderJoins}
    order by chosen.position`,
  { short: true },
);

/** In the order of the ids. */
export const listOrdersOfIds = (db: Db, ids: readonly string[]): Promise<RawRow[]> => db.rawRows(ordersOfIdsStatement, [ids]);

/** Reads the complete orders of a page whose ids the subquery selects. */
const ordersByIds = (chosen: string, order: string) =>
  `select ${orderColumns} from (${chosen}) chosen join spray_order o on o.id = chosen.id ${orderJoins} order by ${order}`;

export const stateSorts = ['orderStatus', 'paymentStatus', 'paymentMethod', 'confirmed'];

/**
 * Page sorted by states. States have few values with many orders each, and one index has every combination sorted by id, so a page
 * reads only the first rows of each combination.
 */
function pageByState(filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): { page: Statement; values: Value[] } {
  const where = officeWhere({ ...filter, orderStatus: [], paymentStatus: [], paymentMethod: [] });
  const n = where.values.length;
  const all = <T extends string>(chosen: T[], every: readonly T[]) => (chosen.length === 0 ? every : [...new Set(chosen)]);
  const values = [
    ...where.values,
    all(filter.orderStatus, orderStatuses),
    all(filter.paymentStatus, paymentStatuses),
    all(filter.paymentMethod, paymentMethods),
  ];
  const order = orderOf(sort);
  const build = (limitClause: string, maxRows: string) =>
    ordersByIds(
      `select o.id
       from unnest($${n + 1}::text[]) s (order_status), unnest($${n + 2}::text[]) p (payment_status), unnest($${n + 3}::text[]) m (payment_method),
            unnest('{t,f}'::boolean[]) c (confirmed),
            lateral (select o.id, o.order_status, o.payment_status, o.payment_method, o.confirmed from spray_order o
                      where o.order_status = s.order_status and o.payment_status = p.payment_status
                        and o.payment_method = m.payment_method and o.confirmed = c.confirmed and ${where.text}
                      order by o.id${sort.at(-1)?.descending === true ? ' desc' : ''} limit ${maxRows}) o
      where c.confirmed or s.order_status in ('pending', 'cancelled')
      order by ${order} ${limitClause}`,
      order,
    );
  return { page: pageStatement(`office orders by state ${where.key}`, sort, limit, offset, build), values };
}

/** Page over several conditions that together cover the list, where an index has the rows of each condition in order: reads the first rows of each and merges them. */
function mergedPage(
  { text }: Where,
  sort: Sort[],
  conditions: string[],
  orderOfEach: string,
  limitClause: string,
  maxRows: string,
): string {
  const order = orderOf(sort);
  const firstRows = (condition: string) =>
    `(select o.id, o.closed, o.date, o.completion_date from spray_order o where ${text} and ${condition} order by ${orderOfEach} limit ${maxRows})`;
  return ordersByIds(`select o.id from (${conditions.map(firstRows).join(' union all ')}) o order by ${order} ${limitClause}`, order);
}

function pageText(filter: OfficeListFilter, where: Where, sort: Sort[], limitClause: string, maxRows: string): string {
  const [first] = sort;
  // All matches, for exports; office-search-store.ts reads a page of them.
  if (isSearch(filter))
    return ordersByIds(
      `select o.id from (select o.* from ${where.from} where ${where.text} offset 0) f join spray_order o on o.id = f.id order by ${orderOf(sort)} ${limitClause}`,
      orderOf(sort),
    );
  if (sort.length === 1 && first?.field === 'completionDate' && !hasPersonFilter(filter) && !hasDateFilter(filter))
    return mergedPage(
      where,
      sort,
      completionConditions(filter.orderStatus),
      first.descending ? 'o.completion_date desc, o.id desc' : 'o.completion_date, o.id',
      limitClause,
      maxRows,
    );
  if (sort.length === 0 && hasDateFilter(filter) && !hasPersonFilter(filter))
    return mergedPage(where, sort, ['not o.closed', 'o.closed'], 'o.date desc, o.id desc', limitClause, maxRows);
  // The orders of one person come from an index in the default order, or are few enough to sort; `offset 0` prevents a scan of all orders.
  const fallback = filter.sprayerId === undefined ? defaultOrder : 'm.closed, m.date desc, m.order_id desc';
  const chosen =
    sort.length > 0 && hasPersonFilter(filter)
      ? `select o.* from (select o.* from ${where.from} where ${where.text} offset 0) o order by ${orderOf(sort)} ${limitClause}`
      : `select o.* from ${where.from} where ${where.text} order by ${orderOf(sort, fallback)} ${limitClause}`;
  return `select ${orderColumns} from (${chosen}) o ${orderJoins} order by ${orderOf(sort)}`;
}

/** Only completed orders have a completion date. */
function completionConditions(statuses: OrderStatus[]): string[] {
  const conditions: string[] = [];
  if (statuses.length === 0 || statuses.includes('completed')) conditions.push('o.completion_date is not null');
  if (statuses.length === 0 || statuses.some((status) => status !== 'completed')) conditions.push('o.completion_date is null');
  return conditions;
}

export interface OfficePage {
  statement: Statement;
  values: Value[];
}

/** Decoded rows; a response is written from the raw rows of `readOfficePage`. */
export function listOfficeOrders(db: Db, filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { statement, values } = officePage(filter, sort, limit, offset);
  return db.rows(statement, values);
}

export function readOfficePage(db: Db, filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const { statement, values } = officePage(filter, sort, limit, offset);
  return db.rawRows(statement, values);
}

function officePage(filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): OfficePage {
  const isSortedByState = sort.length > 0 && sort.every(({ field }) => stateSorts.includes(field));
  if (isSortedByState && !isSearch(filter) && !hasPersonFilter(filter) && !hasDateFilter(filter)) {
    const { page, values } = pageByState(filter, sort, limit, offset);
    return { statement: page, values };
  }
  const where = officeWhere(filter);
  const build = (limitClause: string, maxRows: string) => pageText(filter, where, sort, limitClause, maxRows);
  // With a filter and a sort, the best index depends on the filter's values, so the statement is not prepared.
  const shape = isPreparable(filter, where) && (sort.length === 0 || where.terms === 0) ? `office orders ${where.key}` : undefined;
  return { statement: pageStatement(shape, sort, limit, offset, build), values: where.values };
}
