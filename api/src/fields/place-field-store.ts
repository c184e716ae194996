import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// About one kilometre: farther away, the same name is another place. New places of one call are the same within a cell of this size.
const samePlaceDegrees = 0.01;

const linkStatement = statement(
  'link_places_to_fields',
  `with chosen as materialized (
     select o.id, o.farmer_id, o.location, o.latitude, o.longitude, o.crop_id, o.created_at,
            round(o.latitude::numeric, 2) as row, round(o.longitude::numeric, 2) as col,
            (select f.id from field f where f.farmer_id = o.farmer_id and not f.archived and f.name = o.location
                and abs(f.latitude - o.latitude) < ${samePlaceDegrees} and abs(f.longitude - o.longitude) < ${samePlaceDegrees}
              order by f.id limit 1) as field_id
       from spray_order o
      where o.id = any($1::bigint[]) and o.location <> '' and not exists (select from order_field x where x.order_id = o.id)
   ), added as (
     insert into field (farmer_id, name, latitude, longitude, crop_id, created_at, updated_at)
     select distinct on (farmer_id, location, row, col) farmer_id, location, latitude, longitude, crop_id, created_at, created_at
       from chosen where field_id is null order by farmer_id, location, row, col, id desc
     returning id, farmer_id, name, round(latitude::numeric, 2) as row, round(longitude::numeric, 2) as col
   )
   insert into order_field (order_id, field_id, boundary, area_m2)
   select c.id, coalesce(f.id, a.id), f.boundary, f.area_m2
     from chosen c
     left join field f on f.id = c.field_id
     left join added a on c.field_id is null and a.farmer_id = c.farmer_id and a.name = c.location and a.row = c.row and a.col = c.col
   on conflict do nothing`,
);

/**
 * Orders at a typed place get the farmer's field of that name, or a new one without a boundary. Only one process may call it at a time,
 * or two orders could make the same field.
 */
export async function linkPlaces(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.rows(linkStatement, [orderIds as string[]]);
}
