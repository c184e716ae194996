-- migration: batches
with chosen as materialized (
  select o.id from area_unit_backfill b join spray_order o on o.id > b.last_order_id - 1000 and o.id <= b.last_order_id
   where b.last_order_id > 0 and o.area_unit is null
   order by o.id for no key update of o
), changed as (
  update spray_order o set area_unit = company_area_unit() from chosen c where o.id = c.id
)
update area_unit_backfill set last_order_id = last_order_id - 1000 where last_order_id > 0;
