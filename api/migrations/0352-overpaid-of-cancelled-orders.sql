-- migration: batches
with chosen as (
  delete from cancelled_paid_order where order_id in (select order_id from cancelled_paid_order order by order_id limit 1000) returning order_id
), locked as materialized (
  select o.id from spray_order o join chosen c on c.order_id = o.id order by o.id for no key update of o
)
update spray_order o
   set overpaid = greatest(amount_paid(o.id) - case when o.order_status = 'cancelled' then 0 else o.cost + o.adjustment end, 0)
  from locked where o.id = locked.id;
