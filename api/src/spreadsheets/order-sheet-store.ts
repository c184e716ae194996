import { newOrderSnapshot } from '../orders/event-store.ts';
import type { OrderStatus } from '../orders/order.ts';
import { maxOrdersOfStatement } from '../orders/order-change-store.ts';
import type { Place } from '../orders/place.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** An order as a row of a file could describe it. */
export interface StoredOrder {
  id: string;
  date: string;
  start: string;
  sessionId: string;
  phoneKey: string | null;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: number;
  paymentMethod: string;
  version: number;
}

const columns = `o.id, o.date, to_char(s.start_time, 'HH24:MI'), o.session_id, u.phone_key, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.payment_method, o.version`;
const joins = 'join app_user u on u.id = o.farmer_id join spray_session s on s.id = o.session_id';
const byIdStatement = statement('find_sheet_orders', `select ${columns} from spray_order o ${joins} where o.id = any($1::bigint[])`);
const byTimeStatement = statement(
  'find_sheet_orders_by_time',
  `select ${columns} from unnest($1::text[], $2::date[], $3::bigint[]) as n (phone_key, date, session_id)
     join app_user f on f.phone_key = n.phone_key and f.phone_confirmed
     join spray_order o on o.farmer_id = f.id and o.date = n.date and o.session_id = n.session_id and o.order_status <> 'cancelled' ${joins}`,
);

function toOrder(row: readonly (string | null)[]): StoredOrder {
  const [id, date, start, sessionId, phoneKey = null, location, latitude, longitude, cropId, area, paymentMethod, version] = row;
  const texts = { id, date, start, sessionId, location, cropId, paymentMethod } as Record<keyof StoredOrder, string>;
  const numbers = { latitude: Number(latitude), longitude: Number(longitude), area: Number(area), version: Number(version) };
  return { ...texts, phoneKey, ...numbers };
}

export async function findOrdersById(db: Db, ids: string[]): Promise<StoredOrder[]> {
  return ids.length === 0 ? [] : (await db.rows(byIdStatement, [ids])).map(toOrder);
}

/** What decides whether a stored order can be changed. */
export interface OrderFacts {
  status: OrderStatus;
  /** It is paid, has an invoice or an open card payment. */
  isCostFixed: boolean;
  fieldId: string | null;
  /** It keeps the boundary of its field as it was booked. */
  hasBoundary: boolean;
}

const factsStatement = statement(
  'find_sheet_order_facts',
  `select o.id, o.order_status,
          o.payment_status = 'paid' or exists (select from bill b where b.order_id = o.id and b.kind = 'invoice')
            or exists (select from payment_intent i where i.order_id = o.id and i.status <> 'succeeded' and i.ended_at is null),
          f.field_id, f.boundary is not null
     from spray_order o left join order_field f on f.order_id = o.id where o.id = any($1::bigint[])`,
);

export async function findOrderFacts(db: Db, ids: string[]): Promise<Map<string, OrderFacts>> {
  const rows = ids.length === 0 ? [] : await db.rows(factsStatement, [ids]);
  return new Map(
    rows.map(([id, status, isCostFixed, fieldId = null, hasBoundary]) => [
      String(id),
      {
        ...{ status: status as OrderStatus, isCostFixed: isCostFixed === 't', fieldId, hasBoundary: hasBoundary === 't' },
      },
    ]),
  );
}

export interface OrderTime {
  phoneKey: string;
  date: string;
  sessionId: string;
}

/** Orders of the farmers in these sessions that are not cancelled. */
export async function findOrdersByTime(db: Db, times: readonly OrderTime[]): Promise<StoredOrder[]> {
  const values = [times.map(({ phoneKey }) => phoneKey), times.map(({ date }) => date), times.map(({ sessionId }) => sessionId)];
  return times.length === 0 ? [] : (await db.rows(byTimeStatement, values)).map(toOrder);
}

const placesStatement = statement(
  'find_sheet_places',
  `select d.date, d.session_id, d.taken, d.closures from unnest($1::date[], $2::bigint[]) as n (date, session_id)
     join session_day d on d.date = n.date and d.session_id = n.session_id`,
);

/** Orders and closures by date and session: `2026-11-17 3`. */
export async function findPlaces(
  db: Db,
  places: readonly { date: string; sessionId: string }[],
): Promise<Map<string, { taken: number; isClosed: boolean }>> {
  const values = [places.map(({ date }) => date), places.map(({ sessionId }) => sessionId)];
  const rows = places.length === 0 ? [] : await db.rows(placesStatement, values);
  return new Map(rows.map(([date, id, taken, closures]) => [`${date} ${id}`, { taken: Number(taken), isClosed: Number(closures) > 0 }]));
}

const newPlacesStatement = statement(
  'find_places_of_sheet',
  `select o.date, o.session_id from sheet_import_row r join spray_order o on o.id = r.target_id where r.import_id = $1 and r.outcome = 'new'`,
);

/** The places of the orders that an import has added, one for each order. */
export async function listPlacesOfNew(tx: Tx, importId: string): Promise<Place[]> {
  return (await tx.rows(newPlacesStatement, [importId])).map(([date, sessionId]) => ({ date: String(date), sessionId: String(sessionId) }));
}

export interface NewSheetOrder {
  number: number;
  farmerId: string;
  date: string;
  sessionId: string;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
  area: number;
  paymentMethod: string;
}

// As place_order, for many orders, and without taking their places.
const placeStatement = statement(
  'place_sheet_orders',
  `with r as materialized (
     select * from jsonb_to_recordset($1::jsonb) as r (number integer, "farmerId" bigint, date date, "sessionId" bigint,
       location text, latitude double precision, longitude double precision, "cropId" bigint, area numeric, "paymentMethod" text)
   ), o as (
     insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, area_unit, price, cost,
                              order_status, payment_method, confirmed, creation_date, created_at)
     select r."farmerId", $2::bigint, r.date, r."sessionId", r.location, r.latitude, r.longitude, c.id, r.area, k.area_unit, c.price,
            spray_cost(r.area, c.price, k.currency_digits), 'confirmed', r."paymentMethod", true, $3::date, $4::timestamptz
       from r join crop c on c.id = r."cropId" and c.active cross join company k
      order by r.number
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, to_status)
     select o.id, $4::timestamptz, $2::bigint, 'place', o.order_status from o
   ), event as (
     insert into outbox_event (at, type, order_id, actor_id, snapshot)
     select $4::timestamptz, 'created', o.id, $2::bigint, ${newOrderSnapshot('o')} from o
   )
   select o.id from o order by o.id`,
);

/**
 * Adds orders without taking their places, which must follow in the same transaction. Ids in the order of the rows. Fewer than rows: a crop
 * is no longer offered, and the transaction must be rolled back.
 */
export async function placeOrders(tx: Tx, orders: readonly NewSheetOrder[], actorId: string, today: string, now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < orders.length; at += maxOrdersOfStatement) {
    const part = orders.slice(at, at + maxOrdersOfStatement);
    const rows = await tx.rows(placeStatement, [JSON.stringify(part), actorId, today, now.toISOString()]);
    ids.push(...rows.map(([id]) => String(id)));
  }
  return ids;
}
