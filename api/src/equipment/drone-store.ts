import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { looseStatement, pageStatement, statement } from '../platform/postgres/sql.ts';
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

const conditionOf = (isActive: boolean | undefined): string => (isActive === undefined ? '' : `where d.active = ${isActive}`);

export async function countDrones(db: Db, isActive: boolean | undefined): Promise<number> {
  return Number((await db.rows(looseStatement(`select count(*) from drone d ${conditionOf(isActive)}`)))[0]?.[0]);
}

/** Active ones first, by model. */
export async function listDrones(db: Db, isActive: boolean | undefined, limit: number, offset: number): Promise<Drone[]> {
  const build = (limits: string) =>
    `select ${columns} from drone d ${conditionOf(isActive)} order by d.active desc, lower(d.model), d.id ${limits}`;
  return (await db.rows(pageStatement(`drones ${isActive}`, [], limit, offset, build))).map(toDrone);
}

const lockStatement = statement('lock_drone', `select ${columns} from drone d where d.id = $1 for no key update`);

export async function lockDrone(tx: Tx, id: string): Promise<Drone | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : toDrone(row);
}

const takenStatement = statement(
  'order_of_drone_in_session',
  `select o.id from spray_order t join order_drone x on x.drone_id = $2 and x.order_id <> t.id
     join spray_order o on o.id = x.order_id and o.date = t.date and o.session_id = t.session_id and o.order_status <> 'cancelled'
    where t.id = $1 limit 1`,
);

/** Another order of the same session that has the drone. The drone must be locked, so that two orders cannot both take it. */
export async function findOrderWithDrone(tx: Tx, orderId: string, droneId: string): Promise<string | undefined> {
  const [row] = await tx.rows(takenStatement, [orderId, droneId]);
  return row === undefined ? undefined : String(row[0]);
}

export type DroneInput = Omit<Drone, 'id'>;

const insertStatement = statement(
  'insert_drone',
  `insert into drone (model, serial, registration, valid_until, tank_litres, swath_metres, active, created_at)
   values ($1, $2, $3, $4, $5::numeric, $6::numeric, $7, $8) on conflict do nothing returning id`,
);

const values = ({ model, serial, registration, validUntil, tankLitres, swathMetres, active }: DroneInput) => [
  ...[model, serial, registration, validUntil, String(tankLitres), String(swathMetres)],
  active,
];

/** undefined: there is a drone with this serial number. */
export async function insertDrone(tx: Tx, input: DroneInput, now: Date): Promise<string | undefined> {
  const [row] = await tx.rows(insertStatement, [...values(input), now.toISOString()]);
  return row === undefined ? undefined : String(row[0]);
}

const saveStatement = statement(
  'save_drone',
  `update drone d set model = $1, serial = $2, registration = $3, valid_until = $4, tank_litres = $5::numeric, swath_metres = $6::numeric, active = $7
    where d.id = $8 and not exists (select from drone o where lower(o.serial) = lower($2) and o.id <> d.id) returning 1`,
);

/** false: another drone has this serial number. The drone must be locked. */
export async function saveDrone(tx: Tx, id: string, input: DroneInput): Promise<boolean> {
  return (await tx.rows(saveStatement, [...values(input), id])).length > 0;
}

const chooseStatement = statement(
  'save_order_drone',
  `insert into order_drone (order_id, drone_id, set_by, set_at) values ($1, $2, $3, $4)
   on conflict (order_id) do update set drone_id = excluded.drone_id, set_by = excluded.set_by, set_at = excluded.set_at`,
);

/** The order must be locked. */
export async function saveOrderDrone(tx: Tx, orderId: string, droneId: string, setBy: string, now: Date): Promise<void> {
  await tx.rows(chooseStatement, [orderId, droneId, setBy, now.toISOString()]);
}

const removeStatement = statement('delete_order_drone', 'delete from order_drone where order_id = $1');

/** The order must be locked. */
export async function deleteOrderDrone(tx: Tx, orderId: string): Promise<void> {
  await tx.rows(removeStatement, [orderId]);
}
