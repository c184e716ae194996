import { numberBegins } from '../accounts/person-search-store.ts';
import { userColumns } from '../accounts/user.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { looseStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const userSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.sort_name',
  email: 'u.email',
  role: 'u.role',
  city: 'u.city',
  province: 'u.province',
  active: 'u.active',
};
const nullableUserSorts = ['email', 'city', 'province'];

export interface UserFilter {
  roles: readonly string[];
  active?: boolean | undefined;
  /** Prefixes of words in name and e-mail address. */
  search?: string | undefined;
  /** The search as prefixes of phone numbers, if it looks like one. */
  phonePrefixes: readonly string[];
}

function where({ roles, active, search, phonePrefixes }: UserFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  let key = '';
  if (roles.length > 0) {
    terms.push(`u.role = any($${values.push(roles)})`);
    key += 'r';
  }
  if (active !== undefined) {
    // Not a parameter, so that the planner knows that inactive users are few.
    terms.push(active ? 'u.active' : 'not u.active');
    key += active ? 'a' : 'l';
  }
  if (search !== undefined) {
    const matches = [`u.found_by @@ words_begun($${values.push(search)})`, ...numberBegins(phonePrefixes, values)];
    terms.push(`(${matches.join(' or ')})`);
    key += 's';
  }
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

// Table tally holds materialised counters.
const countStatement = statement(
  'count_users',
  `select coalesce(sum(size), 0) from tally
    where list = 'users' and owner_id = 0 and ($1::text[] = '{}' or status = any($1)) and ($2::boolean is null or method = $2::text)`,
  { short: true },
);

/** Without a search from the materialised counters, else by counting the matches. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { text, values } = where(filter);
  const [row] = await (filter.search === undefined
    ? db.rows(countStatement, [filter.roles, filter.active ?? null])
    : db.rows(looseStatement(`select count(*) from app_user u ${text}`), values));
  return Number(row?.[0]);
}

const isStaff = ({ roles }: UserFilter): boolean => roles.length > 0 && !roles.includes('farmer');

export function listUsers(db: Db, filter: UserFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { text, values, key } = where(filter);
  const order = orderBy(sort, userSortColumns, 'u.id desc', 'u.id', nullableUserSorts);
  // `offset 0` makes the planner find the few matches by index and sort them, instead of scanning all users in list order.
  const hasFewMatches = filter.search !== undefined || isStaff(filter);
  const users = hasFewMatches ? `(select * from app_user u ${text} offset 0) u` : `app_user u ${text}`;
  // The best plan depends on the role and on how common the words are, so only the unfiltered list is a prepared statement.
  const shape = filter.search === undefined && filter.roles.length === 0 ? `users ${key}` : undefined;
  const build = (limits: string) => `select ${userColumns('u')} from ${users} order by ${order} ${limits}`;
  return db.rows(pageStatement(shape, sort, limit, offset, build), values);
}

// Serialises changes of users, because at least one admin always exists. Checks under this lock stay true until the commit: that
// another admin, another senior in a crew or another receptionist remains.
const lockStatement = statement(
  'lock_user_and_admins',
  "select id from app_user where id = $1 or (role = 'admin' and active) order by id for no key update",
);

export async function lockUserAndAdmins(tx: Tx, id: string): Promise<void> {
  await tx.rows(lockStatement, [id]);
}

const otherAdminsStatement = statement('count_other_admins', "select count(*) from app_user where role = 'admin' and active and id <> $1");

export async function countOtherAdmins(tx: Tx, id: string): Promise<number> {
  return Number((await tx.rows(otherAdminsStatement, [id]))[0]?.[0]);
}

// Reported work no longer needs its crew, even before the sign-off.
const jobsStatement = statement(
  'unfinished_jobs',
  `select o.id from crew_member m join spray_order o on o.id = m.order_id
    where m.sprayer_id = $1 and not m.closed and o.reported_at is null
      and (not $2::boolean or not exists (
            select 1 from crew_member other join app_user u on u.id = other.sprayer_id
             where other.order_id = o.id and other.sprayer_id <> $1 and u.expertise <> 'apprentice'))
    order by o.id limit 21`,
);

/** Unfinished jobs of a sprayer: all, or those without another senior in the crew. */
export async function findJobs(tx: Tx, sprayerId: string, which: 'all' | 'as the only senior'): Promise<string[]> {
  return (await tx.rows(jobsStatement, [sprayerId, which !== 'all'])).map((row) => String(row[0]));
}

const openOrdersStatement = statement(
  'open_orders_of_farmer',
  'select id from spray_order where farmer_id = $1 and not closed order by id limit 21',
);

export async function findOpenOrders(tx: Tx, farmerId: string): Promise<string[]> {
  return (await tx.rows(openOrdersStatement, [farmerId])).map((row) => String(row[0]));
}
