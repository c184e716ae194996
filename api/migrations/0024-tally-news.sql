-- A tally was spread over slots by connection. Two connections on one slot took rows of it and places of a day crosswise, and each booking
-- then waited until PostgreSQL noticed. Now writers only append, as with orders, and wait for nobody; what they appended is
-- added up a moment later. A tally is sums and news read together.
lock table tally in access exclusive mode;
create table tally_sum (
  list     text not null,
  owner_id bigint not null,
  status   text not null,
  method   text not null,
  size     bigint not null,
  primary key (list, owner_id, status, method)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
insert into tally_sum select list, owner_id, status, method, sum(size) from tally group by 1, 2, 3, 4;
drop table tally;

create table tally_news (
  list     text not null,
  owner_id bigint not null,
  status   text not null,
  method   text not null,
  size     bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index tally_news_of on tally_news (list, owner_id);

create view tally as
  select list, owner_id, status, method, size from tally_sum
  union all
  select list, owner_id, status, method, size from tally_news;

create or replace function add_to_tally(of_list text, owner bigint, with_status text, with_method text, by bigint) returns void
language sql as $$
  insert into tally_news (list, owner_id, status, method, size) values (of_list, owner, with_status, with_method, by);
$$;

create or replace procedure tally_everything() language sql as $$
  delete from order_news;
  delete from order_sum;
  delete from order_day_sum;
  delete from order_place_sum;
  insert into order_place_sum
  select date, session_id, crop_id, order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), ''), count(*)
    from spray_order group by 1, 2, 3, 4, 5, 6, 7;
  insert into order_day_sum
  select date, order_status, payment_status, payment_method, stage, sum(orders) from order_place_sum group by 1, 2, 3, 4, 5;
  insert into order_sum
  select order_status, payment_status, payment_method, stage, session_id, crop_id, sum(orders) from order_place_sum group by 1, 2, 3, 4, 5, 6;
  delete from tally_news;
  delete from tally_sum;
  insert into tally_sum (list, owner_id, status, method, size)
  select 'farmer orders', farmer_id, order_status, payment_method, count(*) from spray_order group by 2, 3, 4
  union all
  select 'open orders', receptionist_id, '', '', count(*) from spray_order where not closed and receptionist_id is not null group by 2
  union all
  select 'sprayer orders', sprayer_id, '', '', count(*) from crew_member group by 2
  union all
  select 'notifications', recipient_id, '', '', count(*) from notification group by 2
  union all
  select 'unread', recipient_id, '', '', count(*) from notification where read_at is null group by 2
  union all
  select 'audit', coalesce(actor_id, 0), action, '', count(*) from audit_entry group by 2, 3
  union all
  select 'deliveries', webhook_id, '', '', count(*) from webhook_delivery group by 2
  union all
  select 'users', 0, role, active::text, count(*) from app_user group by 3, 4
  union all
  select 'feedback', 0, '', '', count(*) from feedback;
$$;
