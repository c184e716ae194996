import type { OrderStatus } from '../orders/order.ts';
import { orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { UnassignedOrder } from './suggestion-store.ts';

const isSprayerStatement = statement('is_sprayer', "select 1 from app_user where id = $1 and role = 'sprayer'");

export async function isSprayer(db: Db, id: string): Promise<boolean> {
  return (await db.rows(isSprayerStatement, [id])).length > 0;
}

export interface AssignedOrder {
  order: UnassignedOrder;
  crewIds: string[];
  /** The columns of an order. */
  row: Row;
}

const ownFacts = `o.id, o.order_status, o.date, o.session_id, o.latitude, o.longitude, o.farmer_id,
  (select string_agg(c.sprayer_id::text, ',' order by c.sprayer_id) from crew_member c where c.order_id = o.id)`;
const ownFactCount = 8;

const assignedStatement = statement(
  'assigned_orders_of_sprayer_day',
  `select ${ownFacts}, ${orderColumns}
     from crew_member m join spray_order o on o.id = m.order_id ${orderJoins} join spray_session s on s.id = o.session_id
    where m.sprayer_id = $1 and m.date = $2 and m.order_status = 'assigned'
    order by s.start_time, o.id`,
);

/** The orders of a sprayer on a day that have not been started, by start time. */
export async function listAssignedOfDay(db: Db, sprayerId: string, date: string): Promise<AssignedOrder[]> {
  const rows = await db.rows(assignedStatement, [sprayerId, date]);
  return rows.map((row) => {
    const [id, status, day, sessionId, latitude, longitude, farmerId, crew] = row;
    return {
      order: {
        id: String(id),
        status: status as OrderStatus,
        date: String(day),
        sessionId: String(sessionId),
        latitude: Number(latitude),
        longitude: Number(longitude),
        farmerId: String(farmerId),
      },
      crewIds: String(crew).split(','),
      row: row.slice(ownFactCount),
    };
  });
}
