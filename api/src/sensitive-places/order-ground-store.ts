import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** What a crew needs to know about the ground of an order, and the drone that is set for it. */
export interface OrderGround {
  orderId: string;
  latitude: number;
  longitude: number;
  obstacles: string | null;
  notes: string | null;
  drone: string | null;
}

const groundStatement = statement(
  'ground_of_orders',
  `select o.id, o.latitude, o.longitude, f.obstacles, f.notes, d.model || ' ' || d.registration
     from spray_order o left join order_field x on x.order_id = o.id left join field f on f.id = x.field_id
     left join order_drone r on r.order_id = o.id left join drone d on d.id = r.drone_id
    where o.id = any($1::bigint[]) order by o.id`,
);

export async function listOrderGrounds(db: Db, orderIds: readonly string[]): Promise<OrderGround[]> {
  return (await db.rows(groundStatement, [[...orderIds]])).map(([id, latitude, longitude, obstacles, notes, drone]) => ({
    orderId: String(id),
    latitude: Number(latitude),
    longitude: Number(longitude),
    obstacles: obstacles ?? null,
    notes: notes ?? null,
    drone: drone ?? null,
  }));
}
