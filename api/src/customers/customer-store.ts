import { nameBegins, numberBegins, searchRank } from '../accounts/person-search-store.ts';
import { userColumns } from '../accounts/user.ts';
import { ordersWithWords } from '../orders/order-search-index-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Value } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const customerSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.sort_name',
  city: 'u.city',
  province: 'u.province',
};
const nullableCustomerSorts = ['city', 'province'];

export interface CustomerFilter {
  active: boolean;
  /** Prefixes of words in name and address, or of a place of an order. */
  search: string;
  /** The search as prefixes of phone numbers, if it looks like one. */
  phonePrefixes: readonly string[];
}

// Must equal the expression of the index app_user_customer_words.
const words = `array_to_tsvector(plain_words(u.full_name || ' ' || coalesce(u.street, '') || ' ' || coalesce(u.city, '') || ' ' || coalesce(u.province, '')))`;

/** Maximum number of orders that are searched for a place; a more frequent word does not identify a farmer. */
const maxOrdersSearched = 1000;

/** Words of one character are too common to be searched in the orders. */
const hasLongWord = (search: string): boolean => /[\p{L}\p{N}]{2}/u.test(search.normalize('NFC'));

const activeCondition = (active: boolean): string => (active ? 'u.active' : 'not u.active');

/** A page of matching farmers and their total, in one statement, because finding the matches is most of its cost. */
export async function searchCustomers(
  db: Db,
  { active, search, phonePrefixes }: CustomerFilter,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<{ total: number; rows: Row[] }> {
  const values: Value[] = [search];
  const isActive = activeCondition(active);
  const rank = sort.length > 0 ? '0' : searchRank('$1', `$${values.push(phonePrefixes)}`, 'u.id in (select id from begun)');
  const columns = `u.id, u.sort_name, u.city, u.province, ${rank} as rank`;
  const farmersWith = (condition: string) => `select ${columns} from app_user u where u.role = 'farmer' and ${isActive} and ${condition}`;
  const parts = [`${words} @@ words_begun($1)`, ...numberBegins(phonePrefixes, values)].map(farmersWith);
  if (hasLongWord(search)) {
    // `offset 0` makes the planner look up each farmer by key, instead of reading all users.
    parts.push(`select ${columns}
      from (select distinct o.farmer_id as id from (select o.farmer_id from ${ordersWithWords('$1')} limit ${maxOrdersSearched}) o) m
     cross join lateral (select * from app_user u where u.id = m.id and ${isActive} offset 0) u`);
  }
  const order = orderBy(sort, customerSortColumns, 'u.rank, u.sort_name, u.id', 'u.id', nullableCustomerSorts);
  // `begun`: names that begin with the text, by their index, once for all matches. An empty page has one row, with the total only.
  const build = (limits: string) => `
    with begun as materialized (select p.id from app_user p where p.role = 'farmer' and ${nameBegins('p', '$1')}),
         found as materialized (${parts.join('\n union ')})
    select (select count(*) from found), ${userColumns('p')}
      from (select) one
      left join (select * from found u order by ${order} ${limits}) u on true
      left join lateral (select * from app_user p where p.id = u.id offset 0) p on true
     order by ${order}`;
  const rows = await db.rows(pageStatement(undefined, sort, limit, offset, build), values);
  return { total: Number(rows[0]?.[0]), rows: rows.filter((row) => row[1] !== null).map((row) => row.slice(1)) };
}

// Table tally holds materialised counters.
const countStatement = statement(
  'count_customers',
  "select coalesce(sum(size), 0) from tally where list = 'users' and owner_id = 0 and status = 'farmer' and method = $1",
  { short: true },
);

export async function countCustomers(db: Db, active: boolean): Promise<number> {
  return Number((await db.rows(countStatement, [String(active)]))[0]?.[0]);
}

export function listCustomers(db: Db, active: boolean, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, customerSortColumns, 'u.sort_name, u.id', 'u.id', nullableCustomerSorts);
  const build = (limits: string) =>
    `select ${userColumns('u')} from app_user u where u.role = 'farmer' and ${activeCondition(active)} order by ${order} ${limits}`;
  return db.rows(pageStatement(`customers ${active}`, sort, limit, offset, build), []);
}

export interface CustomerFacts {
  user: Row;
  language: string;
  phoneConfirmed: boolean;
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
          (select count(*) from farmer_note n where n.farmer_id = u.id), u.phone_key is not null and u.phone_confirmed, ${userColumns('u')}
     from app_user u where u.id = $1 and u.role = 'farmer'`,
);

/** undefined: there is no such farmer. */
export async function findCustomer(db: Db, id: string): Promise<CustomerFacts | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  if (row === undefined) return undefined;
  const [language, since, mergedInto = null, open, completed, cancelled, owed, messages, notes, confirmed, ...user] = row;
  return {
    user,
    language: String(language),
    phoneConfirmed: confirmed === 't',
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
