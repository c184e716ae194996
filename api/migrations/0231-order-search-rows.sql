-- migration: batches
-- Orders and farmers are locked: a change of an order that has no row here yet is committed before, or waits.
with chosen as materialized (
  select o.*, u.phone_key
    from order_search_backfill b join spray_order o on o.id > b.last_order_id - 1000 and o.id <= b.last_order_id
    join app_user u on u.id = o.farmer_id
   where b.last_order_id > 0
   order by o.id for share of o, u
), added as (
  insert into order_search (id, farmer_id, date, closed, order_status, payment_status, payment_method, session_id, crop_id, reported_at, words)
  select id, farmer_id, date, closed, order_status, payment_status, payment_method, session_id, crop_id, reported_at, order_search_words(found_by, phone_key)
    from chosen
  on conflict do nothing
)
update order_search_backfill set last_order_id = last_order_id - 1000 where last_order_id > 0;
