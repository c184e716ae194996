import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Drone } from './drone.ts';

const columns = "d.id, d.model, d.serial, d.registration, to_char(d.valid_until, 'YYYY-MM-DD'), d.tank_litres, d.swath_metres, d.active";

const toDrone = ([id, model, serial, registration, validUntil, tank, swath, active]: Row): Drone => ({
  id: String(id),
  model: String(model),
  serial: String(serial),
  registration: String(registration),
  validUntil: String(validUntil),
  tankLitres: Number(tank),
  swathMetres: Number(swath),
  active: active === 't',
});

const ofOrderStatement = statement(
  'drone_of_order',
  `select ${columns} from order_drone x join drone d on d.id = x.drone_id where x.order_id = $1`,
  { short: true },
);

/** The drone that an order is sprayed with. */
export async function findDroneOfOrder(db: Db, orderId: string): Promise<Drone | undefined> {
  const [row] = await db.rows(ofOrderStatement, [orderId]);
  return row === undefined ? undefined : toDrone(row);
}
