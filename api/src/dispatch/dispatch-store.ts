import { userColumns } from '../accounts/user.ts';
import { ordersOfCrew } from '../orders/office-list-store.ts';
import { nullableOrderSorts, orderSortColumns } from '../orders/order-list-store.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';

const countSprayerOrdersStatement = statement(
  'count_sprayer_orders',
  "select coalesce(sum(size), 0) from tally where list = 'sprayer orders' and owner_id = $1",
);

export async function countSprayerOrders(db: Db, sprayerId: string): Promise<number> {
  return Number((await db.rows(countSprayerOrdersStatement, [sprayerId]))[0]?.[0]);
}

export function listSprayerOrders(db: Db, sprayerId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, orderSortColumns, 'm.closed, m.date desc, m.order_id desc', 'o.id', nullableOrderSorts);
  // The default order comes from the index of crew_member; for another order all rows are found and sorted.
  const source = sort.length === 0 ? 'crew_member m join spray_order o on o.id = m.order_id' : ordersOfCrew();
  const build = (limitClause: string) =>
    `select ${orderColumns} from ${source} ${orderJoins} where m.sprayer_id = $1 order by ${order} ${limitClause}`;
  return db.rawRows(pageStatement('sprayer orders', sort, limit, offset, build), [sprayerId]);
}

export const sprayerSortColumns: Record<string, string> = {
  id: 'u.id',
  fullName: 'u.sort_name',
  email: 'u.email',
  expertise: 'u.expertise',
  city: 'u.city',
};
export const nullableSprayerSorts = ['email', 'expertise', 'city'];

const countSprayersStatement = statement('count_sprayers_of_order', 'select count(*) from crew_member where order_id = $1');

export async function countSprayersOfOrder(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countSprayersStatement, [orderId]))[0]?.[0]);
}

export const crewSortColumns: Record<string, string> = { id: 'u.id', fullName: 'u.sort_name', expertise: 'u.expertise' };

/** The crew as its farmer sees it: the columns of CrewContactSchema. A closed order needs no more calls. */
export function listCrewContacts(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, crewSortColumns, 'u.id', 'u.id', ['expertise']);
  const build = (limitClause: string) =>
    `select u.id, u.full_name, case when not m.closed then u.phone_number end, u.expertise
       from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = $1 order by ${order} ${limitClause}`;
  return db.rawRows(pageStatement('crew contacts', sort, limit, offset, build), [orderId]);
}

export function listSprayersOfOrder(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, sprayerSortColumns, 'u.id', 'u.id', nullableSprayerSorts);
  const build = (limitClause: string) =>
    `select ${userColumns('u')} from crew_member m join app_user u on u.id = m.sprayer_id where m.order_id = $1 order by ${order} ${limitClause}`;
  return db.rawRows(pageStatement('sprayers of order', sort, limit, offset, build), [orderId]);
}
