import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** An order that is not sprayed yet, with what its spray window depends on. */
export interface OpenOrder {
  id: string;
  date: string;
  sessionId: string;
  latitude: number;
  longitude: number;
  /** Work has begun. */
  isBegun: boolean;
}

const columns = "o.id, o.date, o.session_id, o.latitude, o.longitude, o.order_status = 'in_progress'";
const isOpen = "o.order_status in ('pending', 'confirmed', 'assigned', 'in_progress')";

const toOrder = (row: Row): OpenOrder => ({
  id: String(row[0]),
  date: String(row[1]),
  sessionId: String(row[2]),
  latitude: Number(row[3]),
  longitude: Number(row[4]),
  isBegun: row[5] === 't',
});

const officeStatement = statement(
  'open_orders_between',
  `select ${columns} from spray_order o where o.date between $1 and $2 and ${isOpen} order by o.date, o.id`,
);

export async function listOpenOrders(db: Db, from: string, to: string): Promise<OpenOrder[]> {
  return (await db.rows(officeStatement, [from, to])).map(toOrder);
}

const sprayerStatement = statement(
  'open_orders_of_sprayer_between',
  `select ${columns} from crew_member m join spray_order o on o.id = m.order_id
    where m.sprayer_id = $1 and not m.closed and m.date between $2 and $3 and ${isOpen} order by o.date, o.id`,
);

export async function listOpenOrdersOfSprayer(db: Db, sprayerId: string, from: string, to: string): Promise<OpenOrder[]> {
  return (await db.rows(sprayerStatement, [sprayerId, from, to])).map(toOrder);
}

const oneStatement = statement('order_to_judge', `select ${columns} from spray_order o where o.id = $1`, { short: true });

export async function findWindowedOrder(db: Db, id: string): Promise<OpenOrder | undefined> {
  const [row] = await db.rows(oneStatement, [id]);
  return row === undefined ? undefined : toOrder(row);
}
