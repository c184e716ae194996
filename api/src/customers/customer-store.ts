import { nameBegins, numberBegins, searchRank } from '../accounts/person-search-store.ts';
import { userColumns } from '../accounts/user.ts';
import { ordersWithWords } from '../orders/order-search-index-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Value } from '../platform/postgres/database.ts';
import { looseStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const customerSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.full_name',
  city: 'u.city',
  province: 'u.province',
};
const nullableCustomerSorts = ['city', 'province'];

export interface CustomerFilter {
  active: boolean;
  /** Prefixes of words in name and address, or of a place of an order. */
  search: string | undefined;
  /** The search as prefixes of phone numbers, if it looks like one. */
  phonePrefixes: readonly string[];
}

// Must equal the expression of the index app_user_customer_words.
const words = `array_to_tsvector(plain_words(u.full_name || ' ' || coalesce(u.street, '') || ' ' || coalesce(u.city, '') || ' ' || coalesce(u.province, '')))`;

/** Maximum number of orders that are searched for a place; a more frequent word does not identify a farmer. */
const maxOrdersSearched = 1000;

/** Ids of matching farmers, without duplicates. */
function matchesOf({ search = '', phonePrefixes }: CustomerFilter): { text: string; values: Value[] } {
  const values: Value[] = [search];
  const parts = [
    `select u.id from app_user u where u.role = 'farmer' and ${words} @@ words_begun($1)`,
    `(select o.farmer_id from ${ordersWithWords('$1')} limit ${maxOrdersSearched})`,
    ...numberBegins(phonePrefixes, values).map((condition) => `select u.id from app_user u where u.role = 'farmer' and ${condition}`),
  ];
  return { text: parts.join('\n union '), values };
}

// By the index of plain names, once for all matches: a name that is not in the index is expensive to compare.
const namesBegun = `u.id in (select p.id from app_user p where p.role = 'farmer' and ${nameBegins('p', '$1')})`;

const activeCondition = (active: boolean): string => (active ? 'u.active' : 'not u.active');

// `offset 0` makes the planner look up each match by its key, instead of reading all users for a hash join or in list order.
const foundUsers = (matches: string, active: boolean): string =>
  `(${matches}) m (id) cross join lateral (select * from app_user u where u.id = m.id and ${activeCondition(active)} offset 0) u`;

// Table tally holds materialised counters.
const countStatement = statement(
  'count_customers',
  "select coalesce(sum(size), 0) from tally where list = 'users' and owner_id = 0 and status = 'farmer' and method = $1",
  { short: true },
);

export async function countCustomers(db: Db, filter: CustomerFilter): Promise<number> {
  if (filter.search === undefined) return Number((await db.rows(countStatement, [String(filter.active)]))[0]?.[0]);
  const { text, values } = matchesOf(filter);
  const counting = `select count(*) from ${foundUsers(text, filter.active)}`;
  return Number((await db.rows(looseStatement(counting), values))[0]?.[0]);
}

export function listCustomers(db: Db, filter: CustomerFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const isSearch = filter.search !== undefined;
  const { text, values } = isSearch ? matchesOf(filter) : { text: '', values: [] };
  const isRanked = isSearch && sort.length === 0;
  const rank = isRanked ? `${searchRank('$1', `$${values.push(filter.phonePrefixes)}`, namesBegun)}, ` : '';
  const order = orderBy(sort, customerSortColumns, `${rank}u.full_name, u.id`, 'u.id', nullableCustomerSorts);
  const active = activeCondition(filter.active);
  const users = isSearch ? foundUsers(text, filter.active) : `app_user u where u.role = 'farmer' and ${active}`;
  const build = (limits: string) => `select ${userColumns('u')} from ${users} order by ${order} ${limits}`;
  return db.rows(pageStatement(isSearch ? undefined : `customers ${filter.active}`, sort, limit, offset, build), values);
}

export interface CustomerFacts {
  user: Row;
  language: string;
  since: string;
  mergedInto: string | null;
  openOrders: number;
  completedOrders: number;
  cancelledOrders: number;
  /** Exact decimal text. */
  owed: string;
  messages: number;
  notes: number;
}

const ordersOf = (statuses: string) =>
  `(select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = u.id and status in (${statuses}))`;

const findStatement = statement(
  'find_customer',
  `select u.language, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), u.merged_into,
          ${ordersOf("'pending', 'confirmed', 'assigned', 'in_progress'")}, ${ordersOf("'completed'")}, ${ordersOf("'cancelled'")},
          (select coalesce(sum(f.owing), 0) from spray_order o cross join lateral figures_of(o) f
            where o.farmer_id = u.id and o.order_status = 'completed' and o.payment_status <> 'paid'),
          (select coalesce(sum(size), 0) from tally where list = 'notifications' and owner_id = u.id),
          (select count(*) from farmer_note n where n.farmer_id = u.id), ${userColumns('u')}
     from app_user u where u.id = $1 and u.role = 'farmer'`,
);

/** undefined: there is no such farmer. */
export async function findCustomer(db: Db, id: string): Promise<CustomerFacts | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  if (row === undefined) return undefined;
  const [language, since, mergedInto = null, open, completed, cancelled, owed, messages, notes, ...user] = row;
  return {
    user,
    language: String(language),
    since: String(since),
    mergedInto,
    openOrders: Number(open),
    completedOrders: Number(completed),
    cancelledOrders: Number(cancelled),
    owed: String(owed),
    messages: Number(messages),
    notes: Number(notes),
  };
}

const isFarmerStatement = statement('is_farmer', "select 1 from app_user where id = $1 and role = 'farmer'", { short: true });

export async function isFarmer(db: Db, id: string): Promise<boolean> {
  return (await db.rows(isFarmerStatement, [id])).length > 0;
}
