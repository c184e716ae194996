import { farmersWithNumber } from '../accounts/farmer-lookup-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Value } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, type Statement } from '../platform/postgres/sql.ts';
import { hasDateFilter, hasPersonFilter, isSearch, type OfficeListFilter } from './office-filter.ts';
import { type OrderStatus, orderStatuses, paymentMethods, paymentStatuses } from './order.ts';
import { nullableOrderSorts, orderSortColumns } from './order-list-store.ts';
import { orderColumns, orderJoins } from './order-store.ts';

/** Orders o by who is in their crew, m: looked up one by one, as `offset 0` has it, and never looked for among all. */
export const ordersOfCrew = 'crew_member m cross join lateral (select * from spray_order where id = m.order_id offset 0) o';

export interface Where {
  text: string;
  values: Value[];
  key: string;
  terms: number;
  /** The orders, and whose crew they are wanted of. */
  from: string;
}

const isClosed = (status: OrderStatus): boolean => status === 'completed' || status === 'cancelled';

export function officeWhere(filter: OfficeListFilter): Where {
  const values: Value[] = [];
  const terms: string[] = [];
  const { orderStatus, paymentStatus, paymentMethod } = filter;
  const given = (value: Value | undefined, term: (parameter: string) => string) => {
    if (value !== undefined && (!Array.isArray(value) || value.length > 0)) terms.push(term(`$${values.push(value)}`));
  };
  given(orderStatus, (p) => `o.order_status = any(${p})`);
  // Said twice, so that the few open orders are found at the beginning of the list's index and the rest is left alone.
  if (orderStatus.length > 0 && !orderStatus.some(isClosed)) terms.push('not o.closed');
  if (orderStatus.length > 0 && orderStatus.every(isClosed)) terms.push('o.closed');
  // Failed payments are few and have an index of their own, which a parameter would hide from the planner.
  if (paymentStatus.length === 1 && paymentStatus[0] === 'failed') terms.push("o.payment_status = 'failed'");
  else given(paymentStatus, (p) => `o.payment_status = any(${p})`);
  given(paymentMethod, (p) => `o.payment_method = any(${p})`);
  given(filter.from, (p) => `o.date >= ${p}`);
  given(filter.to, (p) => `o.date <= ${p}`);
  given(filter.sessionId, (p) => `o.session_id = ${p}`);
  given(filter.cropId, (p) => `o.crop_id = ${p}`);
  given(filter.farmerId, (p) => `o.farmer_id = ${p}`);
  given(filter.sprayerId, (p) => `m.sprayer_id = ${p}`);
  given(filter.words, (p) => `o.found_by @@ words_begun(${p})`);
  if (filter.number !== undefined) {
    const { orderId, phonePrefixes, words } = filter.number;
    const [id, phones, place] = [values.push(orderId), values.push(phonePrefixes), values.push(words)];
    terms.push(
      `(o.id = $${id} or o.farmer_id = any(array(select u.id from ${farmersWithNumber(`$${phones}`)})) or o.found_by @@ words_begun($${place}))`,
    );
  }
  const from = filter.sprayerId === undefined ? 'spray_order o' : ordersOfCrew;
  return { text: terms.length === 0 ? 'true' : terms.join(' and '), values, key: terms.join(' and '), terms: terms.length, from };
}

/** Many filters together are too many shapes to keep; and how best to search depends on how common the words are. */
export const isPreparable = (filter: OfficeListFilter, { terms }: Where): boolean => !isSearch(filter) && terms <= 3;

const standardOrder = 'o.closed, o.date desc, o.id desc';
const orderOf = (sort: Sort[], standard = standardOrder) => orderBy(sort, orderSortColumns, standard, 'o.id', nullableOrderSorts);

/** The orders of a page by their ids alone, which are then read whole. */
const wholeOrders = (chosen: string, order: string) =>
  `select ${orderColumns} from (${chosen}) chosen join spray_order o on o.id = chosen.id ${orderJoins} order by ${order}`;

const stateSorts = ['orderStatus', 'paymentStatus', 'paymentMethod', 'confirmed'];

/**
 * States have few values and many orders each. Every combination is a piece of one index, in the order of ids: a page takes the
 * first of each piece, however many there are.
 */
function byState(filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): { page: Statement; values: Value[] } {
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
  const build = (limits: string, most: string) =>
    wholeOrders(
      `select o.id
       from unnest($${n + 1}::text[]) s (order_status), unnest($${n + 2}::text[]) p (payment_status), unnest($${n + 3}::text[]) m (payment_method),
            unnest('{t,f}'::boolean[]) c (confirmed),
            lateral (select o.id, o.order_status, o.payment_status, o.payment_method, o.confirmed from spray_order o
                      where o.order_status = s.order_status and o.payment_status = p.payment_status
                        and o.payment_method = m.payment_method and o.confirmed = c.confirmed and ${where.text}
                      order by o.id${sort.at(-1)?.descending === true ? ' desc' : ''} limit ${most}) o
      where c.confirmed or s.order_status in ('pending', 'cancelled')
      order by ${order} ${limits}`,
      order,
    );
  return { page: pageStatement(`office orders by state ${where.key}`, sort, limit, offset, build), values };
}

/** Where an index has a list in pieces, each in order: a page takes the first of each. */
function inPieces({ text }: Where, sort: Sort[], pieces: string[], orderOfPiece: string, limits: string, most: string): string {
  const order = orderOf(sort);
  const piece = (which: string) =>
    `(select o.id, o.closed, o.date, o.completion_date from spray_order o where ${text} and ${which} order by ${orderOfPiece} limit ${most})`;
  return wholeOrders(`select o.id from (${pieces.map(piece).join(' union all ')}) o order by ${order} ${limits}`, order);
}

const lookedThrough = 1000;

/**
 * How many orders a search finds is hard to foresee. Walking the list in its order is best when nearly all match, and hopeless when
 * few do; finding them by their index first and sorting them is the opposite. So the beginning of the list is looked through, and
 * only if that does not fill the page, the index is asked. `offset 0` keeps PostgreSQL from walking the list there as well.
 */
function searched(where: Where, sort: Sort[], walk: boolean, limits: string, most: string): string {
  const order = orderOf(sort);
  const far = (and: string) => `select o.* from ${where.from} where ${where.text}${and} offset 0`;
  if (!walk) return wholeOrders(`select o.id from (${far('')}) o order by ${order} ${limits}`, order);
  return `with near as materialized (
       select o.id from (select * from spray_order o order by ${order} limit ${lookedThrough}) o
        where ${where.text} order by ${order} limit ${most}
     ), enough as materialized (select count(*) >= ${most} as yes from near)
     ${wholeOrders(
       `select o.id
          from (select id from near where (select yes from enough)
                union all
                (select o.id from (${far(' and not (select yes from enough)')}) o order by ${order} limit ${most})) n
          join spray_order o on o.id = n.id order by ${order} ${limits}`,
       order,
     )}`;
}

function pageText(filter: OfficeListFilter, where: Where, sort: Sort[], limits: string, most: string): string {
  const [first] = sort;
  const plainSort = sort.length <= 1 && !stateSorts.includes(first?.field ?? '');
  const isNullsLast = first?.descending === true && nullableOrderSorts.includes(first.field);
  if (isSearch(filter)) return searched(where, sort, plainSort && !isNullsLast && !hasPersonFilter(filter), limits, most);
  if (sort.length === 1 && first?.field === 'completionDate' && !hasPersonFilter(filter) && !hasDateFilter(filter))
    return inPieces(
      where,
      sort,
      completionPieces(filter.orderStatus),
      first.descending ? 'o.completion_date desc, o.id desc' : 'o.completion_date, o.id',
      limits,
      most,
    );
  if (sort.length === 0 && hasDateFilter(filter) && !hasPersonFilter(filter))
    return inPieces(where, sort, ['not o.closed', 'o.closed'], 'o.date desc, o.id desc', limits, most);
  // Someone's orders are in the order of an index, or few enough to be sorted; `offset 0` keeps PostgreSQL from looking for them among all.
  const standard = filter.sprayerId === undefined ? standardOrder : 'm.closed, m.date desc, m.order_id desc';
  const chosen =
    sort.length > 0 && hasPersonFilter(filter)
      ? `select o.* from (select o.* from ${where.from} where ${where.text} offset 0) o order by ${orderOf(sort)} ${limits}`
      : `select o.* from ${where.from} where ${where.text} order by ${orderOf(sort, standard)} ${limits}`;
  return `select ${orderColumns} from (${chosen}) o ${orderJoins} order by ${orderOf(sort)}`;
}

/** Only what is completed has a date of completion. */
function completionPieces(statuses: OrderStatus[]): string[] {
  const pieces: string[] = [];
  if (statuses.length === 0 || statuses.includes('completed')) pieces.push('o.completion_date is not null');
  if (statuses.length === 0 || statuses.some((status) => status !== 'completed')) pieces.push('o.completion_date is null');
  return pieces;
}

export function listOfficeOrders(db: Db, filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const byStates = sort.length > 0 && sort.every(({ field }) => stateSorts.includes(field));
  if (byStates && !isSearch(filter) && !hasPersonFilter(filter) && !hasDateFilter(filter)) {
    const { page, values } = byState(filter, sort, limit, offset);
    return db.rows(page, values);
  }
  const where = officeWhere(filter);
  const build = (limits: string, most: string) => pageText(filter, where, sort, limits, most);
  // With both a filter and a sort, which index is best depends on the filter's values.
  const shape = isPreparable(filter, where) && (sort.length === 0 || where.terms === 0) ? `office orders ${where.key}` : undefined;
  return db.rows(pageStatement(shape, sort, limit, offset, build), where.values);
}
