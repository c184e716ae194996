import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import { userColumns } from './user.ts';

export const farmerSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.full_name',
  phoneNumber: 'u.phone_key',
  city: 'u.city',
  province: 'u.province',
};
const nullableFarmerSorts = ['phoneNumber', 'city', 'province'];

/**
 * A farmer u whose number begins with `prefix`. These operators compare byte by byte, so the index on prefixes serves them under any
 * collation. A number is digits only, and ':' comes right after '9'.
 */
const beginsSo = "u.phone_key ~>=~ prefix and u.phone_key ~<~ (prefix || ':') and u.role = 'farmer'";

/** Farmers u whose number begins with one of the prefixes in a parameter. */
export const farmersWithNumber = (parameter: string): string => `unnest(${parameter}::text[]) prefix join app_user u on ${beginsSo}`;

const countStatement = statement('count_farmers_by_phone', `select count(*) from ${farmersWithNumber('$1')}`, { short: true });

export async function countFarmersByPhone(db: Db, prefixes: string[]): Promise<number> {
  return Number((await db.rows(countStatement, [prefixes]))[0]?.[0]);
}

/**
 * By number, unless asked otherwise: the index has them in that order, so the first page costs the same however many begin so.
 * The prefixes must not begin with one another, or a farmer would be listed twice.
 */
export function listFarmersByPhone(db: Db, prefixes: string[], sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  // `offset 0` keeps PostgreSQL from looking for them among all users in the order of the list.
  const found = sort.length === 0 ? firstByNumber : `select u.* from ${farmersWithNumber('$1')} offset 0`;
  const order = orderBy(sort, farmerSortColumns, 'u.phone_key using ~<~', 'u.id', nullableFarmerSorts);
  const build = () => `select ${userColumns('u')} from (${found}) u order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('farmers by phone', sort, build), [prefixes, limit, offset]);
}

const firstByNumber = `select u.* from unnest($1::text[]) prefix cross join lateral
  (select u.* from app_user u where ${beginsSo} order by u.phone_key using ~<~ limit $2::bigint + $3::bigint) u`;
