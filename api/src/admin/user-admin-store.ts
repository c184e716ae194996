import { userColumns } from '../accounts/user.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { looseStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

export const userSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.full_name',
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
  /** Beginnings of words in the name and the e-mail address. */
  search?: string | undefined;
  /** The search as beginnings of phone numbers, if it looks like one. */
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
    // Few have left; a parameter would hide from the planner that these are asked for.
    terms.push(active ? 'u.active' : 'not u.active');
    key += active ? 'a' : 'l';
  }
  if (search !== undefined) {
    const found = [`u.found_by @@ words_begun($${values.push(search)})`];
    for (const prefix of phonePrefixes) {
      const n = values.push(prefix);
      // As in the look-up of farmers: ':' comes right after '9'.
      found.push(`(u.phone_key ~>=~ $${n} and u.phone_key ~<~ ($${n}::text || ':'))`);
    }
    terms.push(`(${found.join(' or ')})`);
    key += 's';
  }
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

const tallyStatement = statement(
  'tally_users',
  `select coalesce(sum(size), 0) from tally
    where list = 'users' and owner_id = 0 and ($1::text[] = '{}' or status = any($1)) and ($2::boolean is null or method = $2::text)`,
  { short: true },
);

/** By role and state, all users are counted already; a search counts what it finds. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const { text, values } = where(filter);
  const [row] = await (filter.search === undefined
    ? db.rows(tallyStatement, [filter.roles, filter.active ?? null])
    : db.rows(looseStatement(`select count(*) from app_user u ${text}`), values));
  return Number(row?.[0]);
}

const isStaff = ({ roles }: UserFilter): boolean => roles.length > 0 && !roles.includes('farmer');

export function listUsers(db: Db, filter: UserFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const { text, values, key } = where(filter);
  const order = orderBy(sort, userSortColumns, 'u.id desc', 'u.id', nullableUserSorts);
  // `offset 0`: what a search finds, or the few who are no farmers, come from an index and are sorted then, and are not looked for
  // among all users in the order of the list.
  const few = filter.search !== undefined || isStaff(filter);
  const users = few ? `(select * from app_user u ${text} offset 0) u` : `app_user u ${text}`;
  // Nearly all are farmers, and words are common or rare: how best to look for them depends on which, so that is planned for the values themselves.
  const shape = filter.search === undefined && filter.roles.length === 0 ? `users ${key}` : undefined;
  const build = (limits: string) => `select ${userColumns('u')} from ${users} order by ${order} ${limits}`;
  return db.rows(pageStatement(shape, sort, limit, offset, build), values);
}

// Whoever changes a user waits here for the others who do, since there is always an admin. What is then counted or found stays
// true: that someone else is left as an admin, as the senior of a crew, as a receptionist to hand orders to.
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

// Work that is reported done needs its crew no more, even while the farmer has not signed it off.
const jobsStatement = statement(
  'unfinished_jobs',
  `select o.id from crew_member m join spray_order o on o.id = m.order_id
    where m.sprayer_id = $1 and not m.closed and o.reported_at is null
      and (not $2::boolean or not exists (
            select 1 from crew_member other join app_user u on u.id = other.sprayer_id
             where other.order_id = o.id and other.sprayer_id <> $1 and u.expertise <> 'apprentice'))
    order by o.id limit 21`,
);

/** Jobs of a sprayer that are still to be done: all of them, or those in which nobody else has experience. */
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
