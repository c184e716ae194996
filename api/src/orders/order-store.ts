import { setTimeout } from 'node:timers/promises';
import { userColumns } from '../accounts/user.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { compileRowWriter, type JsonOf, type RowWriter } from '../platform/http/row-json.ts';
import type { Db, RawRow, Row, Tx } from '../platform/postgres/database.ts';
import { lastCell } from '../platform/postgres/row.ts';
import { statement } from '../platform/postgres/sql.ts';
import { newOrderSnapshot } from './event-store.ts';
import type { PaymentMethod } from './order.ts';
import { ownColumns } from './order-columns.ts';
import { FarmerOrderSchema, OrderSchema } from './order-schemas.ts';
import { placeKey } from './place.ts';

/** Columns of an order without its farmer, in the order of the fields of FarmerOrderSchema. Needs the aliases o (order) and r (receptionist). */
export const farmerOrderColumns = `o.id, ${userColumns('r')}, ${ownColumns}`;

/** Columns of an order in the order of the fields of OrderSchema. Needs the aliases o (order), f (farmer) and r (receptionist). */
export const orderColumns = `o.id, ${userColumns('f')}, ${userColumns('r')}, ${ownColumns}`;

export const orderJoins = `join app_user f on f.id = o.farmer_id left join app_user r on r.id = o.receptionist_id`;

/** Writes order rows as JSON; crops and sessions come from the catalogue cache. */
export class OrderWriter {
  readonly #catalog: Catalog;
  readonly #farmerOrder: RowWriter;
  readonly #order: RowWriter;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
    this.#farmerOrder = compileRowWriter(FarmerOrderSchema, catalog.fragments);
    this.#order = compileRowWriter(OrderSchema, catalog.fragments);
  }

  farmerOrders<R extends Row | RawRow>(rows: R[]): Promise<JsonOf<R>[]> {
    return this.#write(rows, this.#farmerOrder);
  }

  orders<R extends Row | RawRow>(rows: R[]): Promise<JsonOf<R>[]> {
    return this.#write(rows, this.#order);
  }

  /** For rows that contain the columns of an order. */
  ordersWithin<R extends Row | RawRow>(rows: R[], writer: RowWriter): Promise<JsonOf<R>[]> {
    return this.#write(rows, writer);
  }

  #write<R extends Row | RawRow>(rows: R[], writer: RowWriter): Promise<JsonOf<R>[]> {
    return this.#catalog.withFragments(() => rows.map((row) => writer(row)));
  }
}

export interface NewOrder {
  farmerId: string;
  actorId: string;
  /** null: the receptionist with the fewest open orders. */
  receptionistId: string | null;
  date: string;
  sessionId: string;
  sessionStart: string;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: number;
  paymentMethod: PaymentMethod;
  confirmed: boolean;
  creationDate: string;
  /** The office may book beyond the farmer's limit of open bookings and the largest area of the session. */
  isExemptFromLimit: boolean;
}

// One statement is one round trip and one transaction: it takes the place and writes the order, its history and its event, or nothing.
// The upsert locks the row of session_day, so the last place is taken once. The session is locked against changes and must still
// begin at the time that the client has seen. The counters of all receptionists are read in one pass, because they may have many deltas.
const placeStatement = statement(
  'place_order',
  `with allowed as materialized (
     select case when $16::boolean then 'free' else check_open_bookings($1::bigint) end as state
   ), place as (
     insert into session_day as d (date, session_id, taken)
     select $2::date, s.id, 1 from allowed a, spray_session s, crop c
      where a.state = 'free' and s.id = $3 and s.active and s.start_time = $15::time and s.capacity > 0 and c.id = $7 and c.active
        and ($16::boolean or $8::numeric <= coalesce(s.max_area, $8::numeric))
        for key share of s
     on conflict (date, session_id) do update set taken = d.taken + 1
       where d.closures = 0 and session_has_room(d.date, d.session_id, d.taken, case when $16::boolean then null else $8::numeric end)
     returning 1
   ), least_busy as (
     select u.id
       from app_user u left join (select owner_id, sum(size) as orders from tally where list = 'open orders' group by owner_id) t on t.owner_id = u.id
      where u.role = 'receptionist' and u.active
      order by t.orders nulls first, random() limit 1
   ), o as (
     insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, area_unit, price, cost,
                              order_status, payment_method, confirmed, creation_date, created_at)
     select $1, coalesce($14::bigint, (select id from least_busy)), $2, $3, $4, $5, $6, c.id, $8::numeric, k.area_unit, c.price,
            spray_cost($8::numeric, c.price, k.currency_digits), $9, $10, $9 = 'confirmed', $11, $12
       from place, crop c, company k
      where c.id = $7
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, to_status)
     select o.id, $12, $13, 'place', o.order_status from o
   ), event as (
     insert into outbox_event (at, type, order_id, actor_id, snapshot) select $12, 'created', o.id, $13, ${newOrderSnapshot('o')} from o
   )
   select a.state, ${farmerOrderColumns}, o.version from allowed a left join o on true left join app_user r on r.id = o.receptionist_id`,
  {
    lock: ([, date, sessionId]) => placeKey({ date: String(date), sessionId: String(sessionId) }),
    // Of two batches, the second would find the farmer's bookings locked and try all of them again.
    serial: ([farmerId]) => String(farmerId),
  },
);

const busyTimeoutMs = 5000;
const busyDelayMs = 20;

/** Returns the order, or the reason why it was not placed. */
export async function insertOrder(db: Db, order: NewOrder, now: Date): Promise<Row | 'no place' | 'too many open bookings'> {
  const values = [
    order.farmerId,
    order.date,
    order.sessionId,
    order.location,
    order.latitude,
    order.longitude,
    order.cropId,
    String(order.area),
    order.confirmed ? 'confirmed' : 'pending',
    order.paymentMethod,
    order.creationDate,
    now.toISOString(),
    order.actorId,
    order.receptionistId,
    order.sessionStart,
    order.isExemptFromLimit,
  ];
  // While another booking of the same farmer is being committed, retry here instead of holding a database connection.
  for (const deadline = performance.now() + busyTimeoutMs; ; ) {
    const [row = []] = await db.rows(placeStatement, values);
    const [state, id] = row;
    if (state === 'full') return 'too many open bookings';
    if (state === 'free') return id === null ? 'no place' : row.slice(1);
    if (performance.now() > deadline)
      throw new AppError('OVERLOADED', 'Many bookings for this farmer are under way. Please try again in a moment.', {
        retryAfterSeconds: 2,
      });
    await setTimeout(Math.random() * busyDelayMs);
  }
}

const lockBookingsStatement = statement('lock_bookings_of_farmer', 'select pg_advisory_xact_lock(773628404, hashint8($1::bigint))');

/**
 * The lock of check_open_bookings(). A transaction that locks a place before it books for a farmer takes this first: a booking locks the
 * farmer, then the place.
 */
export async function lockFarmerBookings(tx: Tx, farmerId: string): Promise<void> {
  await tx.rows(lockBookingsStatement, [farmerId]);
}

/** The version is the last column of a single order's row, after the columns that are written as JSON. */
export const versionOf = (row: Row | RawRow): string => lastCell(row) as string;

const getOrderStatement = statement('get_order', `select ${orderColumns}, o.version from spray_order o ${orderJoins} where o.id = $1`, {
  short: true,
});

export async function findOrder(db: Db, id: string): Promise<Row | undefined> {
  return (await db.rows(getOrderStatement, [id]))[0];
}

/** The same as a raw row, which is faster to write as JSON. */
export async function findRawOrder(db: Db, id: string): Promise<RawRow | undefined> {
  return (await db.rawRows(getOrderStatement, [id]))[0];
}

const getFarmerOrderStatement = statement(
  'get_farmer_order',
  `select ${farmerOrderColumns}, o.version from spray_order o left join app_user r on r.id = o.receptionist_id where o.id = $1 and o.farmer_id = $2`,
);

export async function findFarmerOrder(db: Db, id: string, farmerId: string): Promise<Row | undefined> {
  return (await db.rows(getFarmerOrderStatement, [id, farmerId]))[0];
}

const orderExistsStatement = statement('order_exists', 'select 1 from spray_order where id = $1');

export async function orderExists(db: Db, id: string): Promise<boolean> {
  return (await db.rows(orderExistsStatement, [id])).length > 0;
}
