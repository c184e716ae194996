import { farmersWithNumber } from '../accounts/farmer-lookup-store.ts';
import type { Db, RawRow, Row, Value } from '../platform/db.ts';
import type { Sort } from '../platform/paging.ts';
import { listStatement, looseStatement, orderBy, pageStatement, type Statement, statement } from '../platform/sql.ts';
import { type OrderStatus, orderStatuses, type PaymentMethod, type PaymentStatus, paymentMethods } from './order.ts';
import { farmerOrderColumns, orderColumns, orderJoins } from './order-store.ts';

/** What lists of orders may be sorted by. */
export const orderSortColumns: Record<string, string> = {
  id: 'o.id',
  date: 'o.date',
  creationDate: 'o.creation_date',
  completionDate: 'o.completion_date',
  location: 'o.location',
  area: 'o.area',
  cost: 'o.cost',
  orderStatus: 'o.order_status',
  paymentStatus: 'o.payment_status',
  paymentMethod: 'o.payment_method',
  confirmed: 'o.confirmed',
};

export interface FarmerListFilter {
  farmerId: string;
  orderStatus: OrderStatus[];
  paymentMethod: PaymentMethod[];
}

function farmerWhere({ farmerId, orderStatus, paymentMethod }: FarmerListFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [farmerId];
  const terms = ['o.farmer_id = $1'];
  if (orderStatus.length > 0) terms.push(`o.order_status = any($${values.push(orderStatus)})`);
  if (paymentMethod.length > 0) terms.push(`o.payment_method = any($${values.push(paymentMethod)})`);
  return { text: terms.join(' and '), values, key: `${orderStatus.length > 0 ? 's' : ''}${paymentMethod.length > 0 ? 'm' : ''}` };
}

const countStatement = statement(
  'count_farmer_orders',
  "select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = $1",
  { short: true },
);
const countFilteredStatement = statement(
  'count_farmer_orders_filtered',
  "select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = $1 and status = any($2) and method = any($3)",
);

export async function countFarmerOrders(db: Db, filter: FarmerListFilter): Promise<number> {
  const { farmerId, orderStatus, paymentMethod } = filter;
  const all = orderStatus.length === 0 && paymentMethod.length === 0;
  const [row] = await (all
    ? db.rows(countStatement, [farmerId])
    : db.rows(countFilteredStatement, [
        farmerId,
        orderStatus.length === 0 ? orderStatuses : orderStatus,
        paymentMethod.length === 0 ? paymentMethods : paymentMethod,
      ]));
  return Number(row?.[0]);
}

export function listFarmerOrders(db: Db, filter: FarmerListFilter, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const { text, values, key } = farmerWhere(filter);
  const order = orderBy(sort, orderSortColumns, 'o.closed, o.date desc, o.id desc', 'o.id');
  const build = () =>
    `select ${farmerOrderColumns} from spray_order o left join app_user r on r.id = o.receptionist_id
      where ${text} order by ${order}`;
  return db.rawRows(pageStatement(`farmer orders ${key}`, sort, limit, offset, build), values);
}

export interface OfficeListFilter {
  orderStatus: OrderStatus[];
  paymentStatus: PaymentStatus[];
  paymentMethod: PaymentMethod[];
  from: string | undefined;
  to: string | undefined;
  sessionId: string | undefined;
  cropId: string | undefined;
  sprayerId: string | undefined;
  farmerId: string | undefined;
  /** Beginnings of words, in the farmer's name and the place. */
  words: string | undefined;
  number: NumberSearch | undefined;
}

/** Digits may be an order's number, or a phone number, or stand in a place. */
export interface NumberSearch {
  orderId: string | null;
  phonePrefixes: string[];
  words: string | null;
}

interface Where {
  text: string;
  values: Value[];
  key: string;
  terms: number;
}

const isSearch = ({ words, number }: OfficeListFilter): boolean => words !== undefined || number !== undefined;
const isClosed = (status: OrderStatus): boolean => status === 'completed' || status === 'cancelled';

function officeWhere(filter: OfficeListFilter): Where {
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
  given(filter.sprayerId, (p) => `exists (select from crew_member m where m.order_id = o.id and m.sprayer_id = ${p})`);
  given(filter.words, (p) => `o.found_by @@ words_begun(${p})`);
  if (filter.number !== undefined) {
    const { orderId, phonePrefixes, words } = filter.number;
    const [id, phones, place] = [values.push(orderId), values.push(phonePrefixes), values.push(words)];
    terms.push(
      `(o.id = $${id} or o.farmer_id = any(array(select u.id from ${farmersWithNumber(`$${phones}`)})) or o.found_by @@ words_begun($${place}))`,
    );
  }
  return { text: terms.length === 0 ? 'true' : terms.join(' and '), values, key: terms.join(' and '), terms: terms.length };
}

/**
 * The usual shapes stay prepared. Many filters together are too many shapes to keep; and how best to search depends on how common
 * the words are, so that is planned for the words themselves.
 */
function officeStatement(what: string, filter: OfficeListFilter, { key, terms }: Where, sort: Sort[], build: () => string): Statement {
  const kept = !isSearch(filter) && terms + sort.length <= 3;
  return kept ? listStatement(`office orders ${what} ${key}`, sort, build) : looseStatement(build());
}

const tallyStatement = statement(
  'tally_orders',
  `select coalesce(sum(orders), 0) from order_tally
    where ($1::text[] = '{}' or order_status = any($1)) and ($2::text[] = '{}' or payment_status = any($2)) and ($3::text[] = '{}' or payment_method = any($3))`,
);

/** Counts what the other filters leave; by states and method alone, all orders are counted already. */
export async function countOfficeOrders(db: Db, filter: OfficeListFilter): Promise<number> {
  const { orderStatus, paymentStatus, paymentMethod, ...others } = filter;
  if (Object.values(others).every((value) => value === undefined)) {
    return Number((await db.rows(tallyStatement, [orderStatus, paymentStatus, paymentMethod]))[0]?.[0]);
  }
  const where = officeWhere(filter);
  const build = () => `select count(*) from spray_order o where ${where.text}`;
  return Number((await db.rows(officeStatement('counted', filter, where, [], build), where.values))[0]?.[0]);
}

export function listOfficeOrders(db: Db, filter: OfficeListFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const where = officeWhere(filter);
  const order = orderBy(sort, orderSortColumns, 'o.closed, o.date desc, o.id desc', 'o.id');
  const n = where.values.length;
  const limits = `limit $${n + 1} offset $${n + 2}`;
  // How many orders a search finds is hard to foresee, and walking the list in its order until twenty of them turn up is slow when
  // they are rare. `offset 0` makes PostgreSQL find them by their index first and sort what it found.
  const build = isSearch(filter)
    ? () =>
        `select ${orderColumns}
           from (select * from (select * from spray_order o where ${where.text} offset 0) o order by ${order} ${limits}) o ${orderJoins}
          order by ${order}`
    : () => `select ${orderColumns} from spray_order o ${orderJoins} where ${where.text} order by ${order} ${limits}`;
  return db.rows(officeStatement('listed', filter, where, sort, build), [...where.values, limit, offset]);
}
