import type { Db, Row } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';

/** Maximum number of orders, newest first, that are searched for fields. */
const maxOrders = 500;

const recent = `(select o.id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.date from spray_order o
                  where o.farmer_id = $1 order by o.closed, o.date desc, o.id desc limit ${maxOrders}) o`;

const countStatement = statement('count_customer_fields', `select count(distinct o.location) from ${recent}`);

export async function countFields(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countStatement, [farmerId]))[0]?.[0]);
}

/** Places of a farmer's orders, each as in its last order: location, latitude, longitude, crop, area, date and id of that order, number of orders. */
export function listFields(db: Db, farmerId: string, limit: number, offset: number): Promise<Row[]> {
  const build = (limits: string) =>
    `select f.location, f.latitude, f.longitude, f.crop_id, f.area, f.date, f.id, f.orders
       from (select distinct on (o.location) o.*, count(*) over (partition by o.location) as orders
               from ${recent} order by o.location, o.date desc, o.id desc) f
      order by f.date desc, f.id desc ${limits}`;
  return db.rows(pageStatement('customer fields', [], limit, offset, build), [farmerId]);
}
