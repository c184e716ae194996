import type { Geometry } from '../fields/measure-distance.ts';
import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { beesCautionM } from '../weather/order-condition-rules.ts';
import { toOrderGeometry } from './sensitive-place-store.ts';

/** What the labels of the products of an order require. */
export interface MixedProducts {
  orderId: string;
  rainFastHours: number;
  bufferMetres: number;
  killsBees: boolean;
}

const productsStatement = statement(
  'labels_of_mixes',
  `select m.order_id, coalesce(max(p.rain_fast_hours), 0), coalesce(max(p.buffer_metres), 0), coalesce(bool_or(p.bee_hazard = 'high'), false)
     from order_mix_product m join product p on p.id = m.product_id where m.order_id = any($1::bigint[]) group by m.order_id`,
);

/** Of the orders that have a mix. */
export async function readMixedProducts(db: Db, orderIds: readonly string[]): Promise<MixedProducts[]> {
  const rows = await db.rows(productsStatement, [orderIds as string[]]);
  return rows.map(([orderId, rainFast, buffer, killsBees]) => ({
    orderId: String(orderId),
    rainFastHours: Number(rainFast),
    bufferMetres: Number(buffer),
    killsBees: killsBees === 't',
  }));
}

/** An order and a sensitive place that may be near it, without their geometry. */
export interface PlaceNearOrder {
  orderId: string;
  placeId: string;
  isHives: boolean;
  placeBufferM: number;
  /** Changes with the geometry of either. */
  version: string;
}

// The box of a place has its own buffer already; the box of the field gets what the products require.
const aroundStatement = statement(
  'places_around_mixed_orders',
  `select w.order_id, p.id, p.kind = 'hives', p.buffer_metres,
          coalesce(jsonb_hash_extended(x.boundary, 0)::text, o.longitude || ' ' || o.latitude) || ' ' || p.version
     from unnest($1::bigint[], $2::float8[], $3::boolean[]) w (order_id, buffer, kills_bees)
     join spray_order o on o.id = w.order_id
     left join order_field x on x.order_id = o.id
     join sensitive_place p on p.extent && widened_box(
            coalesce(x.extent, boundary_extent(x.boundary), box(point(o.longitude, o.latitude), point(o.longitude, o.latitude))),
            greatest(w.buffer, case when w.kills_bees then ${beesCautionM} else 0 end))
    where w.kills_bees or p.kind <> 'hives'
    order by w.order_id, p.id`,
);

/** Places whose box comes near the fields of these orders. */
export async function listPlacesAroundOrders(db: Db, orders: readonly MixedProducts[]): Promise<PlaceNearOrder[]> {
  const rows = await db.rows(aroundStatement, [
    orders.map(({ orderId }) => orderId),
    orders.map(({ bufferMetres }) => String(bufferMetres)),
    orders.map(({ killsBees }) => String(killsBees)),
  ]);
  return rows.map(([orderId, placeId, isHives, buffer, version]) => ({
    orderId: String(orderId),
    placeId: String(placeId),
    isHives: isHives === 't',
    placeBufferM: Number(buffer),
    version: String(version),
  }));
}

const fieldsStatement = statement(
  'geometries_of_orders',
  'select x.boundary, o.longitude, o.latitude, o.id from spray_order o left join order_field x on x.order_id = o.id where o.id = any($1::bigint[])',
);

/** The boundary of each order's field, else its point, by order id. */
export async function readOrderGeometries(db: Db, orderIds: readonly string[]): Promise<Map<string, Geometry>> {
  return new Map((await db.rows(fieldsStatement, [orderIds as string[]])).map((row) => [String(row[3]), toOrderGeometry(row)]));
}

const placesStatement = statement('geometries_of_places', 'select p.id, p.geometry from sensitive_place p where p.id = any($1::bigint[])');

export async function readPlaceGeometries(db: Db, placeIds: readonly string[]): Promise<Map<string, Geometry>> {
  const rows = await db.rows(placesStatement, [placeIds as string[]]);
  return new Map(rows.map(([id, geometry]) => [String(id), JSON.parse(String(geometry)) as Geometry]));
}
