import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// About one kilometre: farther away, the same name is another place.
const samePlaceDegrees = 0.01;

const linkStatement = statement(
  'link_places_to_fields',
  `with chosen as materialized (
     select o.id, o.farmer_id, o.location, o.latitude, o.longitude, o.crop_id, o.created_at from spray_order o
      where o.id = any($1::bigint[]) and o.location <> '' and not exists (select from order_field x where x.order_id = o.id)
   ), place as materialized (
     select distinct on (c.farmer_id, c.location) c.*,
            (select f.id from field f where f.farmer_id = c.farmer_id and not f.archived and f.name = c.location
                and abs(f.latitude - c.latitude) < ${samePlaceDegrees} and abs(f.longitude - c.longitude) < ${samePlaceDegrees}
              order by f.id limit 1) as field_id
       from chosen c order by c.farmer_id, c.location, c.id desc
   ), added as (
     insert into field (farmer_id, name, latitude, longitude, crop_id, created_at, updated_at)
     select p.farmer_id, p.location, p.latitude, p.longitude, p.crop_id, p.created_at, p.created_at from place p where p.field_id is null
     returning id, farmer_id, name
   )
   insert into order_field (order_id, field_id, boundary, area_m2)
   select c.id, coalesce(f.id, a.id), f.boundary, f.area_m2
     from chosen c join place p on p.farmer_id = c.farmer_id and p.location = c.location
     left join field f on f.id = p.field_id
     left join added a on a.farmer_id = c.farmer_id and a.name = c.location
   on conflict do nothing`,
);

/**
 * Orders at a typed place get the farmer's field of that name, or a new one without a boundary. Only one process may call it at a time,
 * or two orders could make the same field.
 */
export async function linkPlaces(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.rows(linkStatement, [orderIds as string[]]);
}
