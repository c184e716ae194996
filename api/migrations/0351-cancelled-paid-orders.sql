-- Cancelled orders from before their `overpaid` was kept, until 0352 has done so.
create table cancelled_paid_order (order_id bigint primary key);
insert into cancelled_paid_order
select distinct p.order_id from payment p join spray_order o on o.id = p.order_id where o.order_status = 'cancelled';
