-- migration: batches
-- Each place of a farmer's orders becomes a field without a boundary, with entry point and crop of the newest order there.
with chosen as materialized (
  select o.id, o.farmer_id, o.location, o.latitude, o.longitude, o.crop_id, o.created_at
    from field_backfill b join spray_order o on o.id > b.last_order_id - 1000 and o.id <= b.last_order_id
   where b.last_order_id > 0
), place as materialized (
  select distinct on (c.farmer_id, c.location) c.*,
         (select f.id from field f where f.farmer_id = c.farmer_id and not f.archived and f.name = c.location order by f.id limit 1) as field_id
    from chosen c order by c.farmer_id, c.location, c.id desc
), added as (
  insert into field (farmer_id, name, latitude, longitude, crop_id, created_at, updated_at)
  select p.farmer_id, p.location, p.latitude, p.longitude, p.crop_id, p.created_at, p.created_at from place p where p.field_id is null
  returning id, farmer_id, name
), linked as (
  insert into order_field (order_id, field_id)
  select c.id, coalesce(p.field_id, a.id)
    from chosen c join place p on p.farmer_id = c.farmer_id and p.location = c.location
    left join added a on a.farmer_id = c.farmer_id and a.name = c.location
  on conflict do nothing
)
update field_backfill set last_order_id = last_order_id - 1000 where last_order_id > 0;
