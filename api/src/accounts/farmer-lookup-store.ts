import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';
import { userColumns } from './user.ts';

export const farmerSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.sort_name',
  phoneNumber: 'u.phone_key',
  city: 'u.city',
  province: 'u.province',
};
const nullableFarmerSorts = ['phoneNumber', 'city', 'province'];

/**
 * Condition for a farmer `u` whose phone number, confirmed or not, begins with `prefix`. These operators compare bytes, so they can use the text_pattern_ops
 * index under any collation. Phone keys contain digits only, and ':' is the next character after '9'.
 */
const hasPrefix = (confirmed: boolean): string =>
  `u.phone_key ~>=~ prefix and u.phone_key ~<~ (prefix || ':') and u.role = 'farmer' and ${confirmed ? '' : 'not '}u.phone_confirmed`;

/** SQL from clause: farmers `u` whose number begins with one of the prefixes in a parameter. */
const farmersWithNumber = (parameter: string, confirmed: boolean): string =>
  `unnest(${parameter}::text[]) prefix join app_user u on ${hasPrefix(confirmed)}`;

const countText = (confirmed: boolean) => `select count(*) from (select from ${farmersWithNumber('$1', confirmed)} limit $2) found`;
const countStatement = statement('count_farmers_by_phone', countText(true), { short: true });
const countUnconfirmedStatement = statement('count_farmers_by_unconfirmed_phone', countText(false), { short: true });

/** Counting ends at `most`. */
export async function countFarmersByPhone(db: Db, prefixes: string[], confirmed: boolean, most: number): Promise<number> {
  return Number((await db.rows(confirmed ? countStatement : countUnconfirmedStatement, [prefixes, most]))[0]?.[0]);
}

/**
 * Default sort: by number, which the index provides, so the cost of the first page does not depend on the number of matches.
 * No prefix may begin with another one, or a farmer would be listed twice.
 */
export function listFarmersByPhone(
  db: Db,
  prefixes: string[],
  confirmed: boolean,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  // `offset 0` prevents a scan of all users in the order of the list.
  const matches = sort.length === 0 ? firstByNumber(confirmed) : `select u.* from ${farmersWithNumber('$1', confirmed)} offset 0`;
  const order = orderBy(sort, farmerSortColumns, 'u.phone_key using ~<~', 'u.id', nullableFarmerSorts);
  const build = () => `select ${userColumns('u')} from (${matches}) u order by ${order} limit $2 offset $3`;
  return db.rows(listStatement(confirmed ? 'farmers by phone' : 'farmers by unconfirmed phone', sort, build), [prefixes, limit, offset]);
}

const firstByNumber = (confirmed: boolean): string => `select u.* from unnest($1::text[]) prefix cross join lateral
  (select u.* from app_user u where ${hasPrefix(confirmed)} order by u.phone_key using ~<~ limit $2::bigint + $3::bigint) u`;
