-- What keeps lists as cheap with a million orders as with ten thousand (docs/decisions/0012).
lock table spray_order in share row exclusive mode;

-- How many orders there are of each kind, and on each date. What was counted is kept in three sums; what has changed since is
-- appended as news, which nobody waits for, and added to the sums a few seconds later (orders/news-store.ts).
-- A total is the sum and the news together, read in one statement: exact at any moment.
drop trigger spray_order_added on spray_order;
drop trigger spray_order_gone on spray_order;
drop trigger spray_order_tally on spray_order;
drop function tally_new_orders, tally_gone_orders, tally_changed_order;
drop table order_tally;

create table order_sum (
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  stage          text not null,
  session_id     bigint not null,
  crop_id        bigint not null,
  orders         bigint not null,
  primary key (order_status, payment_status, payment_method, stage, session_id, crop_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

create table order_day_sum (
  date           date not null,
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  -- As payment_stage() says it; empty where that is null.
  stage          text not null,
  orders         bigint not null,
  primary key (date, order_status, payment_status, payment_method, stage)
) with (fillfactor = 80);
create index order_day_sum_nothing on order_day_sum (date) where orders = 0;

-- For ranges of dates that are asked for with a session or a crop.
create table order_place_sum (
  date           date not null,
  session_id     bigint not null,
  crop_id        bigint not null,
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  stage          text not null,
  orders         bigint not null,
  primary key (date, session_id, crop_id, order_status, payment_status, payment_method, stage)
) with (fillfactor = 80);
create index order_place_sum_nothing on order_place_sum (date) where orders = 0;

create table order_news (
  date           date not null,
  session_id     bigint not null,
  crop_id        bigint not null,
  order_status   text not null,
  payment_status text not null,
  payment_method text not null,
  stage          text not null,
  orders         bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_threshold = -1);

create view order_tally as
  select order_status, payment_status, payment_method, stage, session_id, crop_id, orders from order_sum
  union all
  select order_status, payment_status, payment_method, stage, session_id, crop_id, orders from order_news;
create view order_day_tally as
  select date, order_status, payment_status, payment_method, stage, orders from order_day_sum
  union all
  select date, order_status, payment_status, payment_method, stage, orders from order_news;
create view order_place_tally as
  select date, session_id, crop_id, order_status, payment_status, payment_method, stage, orders from order_place_sum
  union all
  select date, session_id, crop_id, order_status, payment_status, payment_method, stage, orders from order_news;

create function note_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_news
  select date, session_id, crop_id, order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), ''), count(*)
    from added group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger spray_order_added after insert on spray_order
  referencing new table as added for each statement execute function note_orders_added();

create function note_orders_gone() returns trigger language plpgsql as $$
begin
  insert into order_news
  select date, session_id, crop_id, order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), ''), -count(*)
    from gone group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger spray_order_gone after delete on spray_order
  referencing old table as gone for each statement execute function note_orders_gone();

create function note_order_changed() returns trigger language plpgsql as $$
begin
  insert into order_news values
    (old.date, old.session_id, old.crop_id, old.order_status, old.payment_status, old.payment_method,
     coalesce(payment_stage(old.order_status, old.payment_status, old.cost, old.refunded), ''), -1),
    (new.date, new.session_id, new.crop_id, new.order_status, new.payment_status, new.payment_method,
     coalesce(payment_stage(new.order_status, new.payment_status, new.cost, new.refunded), ''), 1);
  return null;
end $$;
create trigger spray_order_counted after update of date, session_id, crop_id, order_status, payment_status, payment_method, cost, refunded on spray_order
  for each row
  when ((old.date, old.session_id, old.crop_id, old.order_status, old.payment_status, old.payment_method, old.cost, old.refunded)
        is distinct from (new.date, new.session_id, new.crop_id, new.order_status, new.payment_status, new.payment_method, new.cost, new.refunded))
  execute function note_order_changed();

-- Orders by whatever they can be sorted by. The id goes the way of the last field, so each index is read from both ends.
drop index spray_order_of_day;
create index spray_order_of_day on spray_order (date, id);
create index spray_order_by_creation on spray_order (creation_date, id);
create index spray_order_by_completion on spray_order (completion_date, id);
create index spray_order_by_location on spray_order (location, id);
create index spray_order_by_area on spray_order (area, id);
create index spray_order_by_cost on spray_order (cost, id);
-- States have few values: one index for the four of them, of which a page takes the first of each piece.
create index spray_order_by_state on spray_order (order_status, payment_status, payment_method, confirmed, id);

-- Each of these has another that does the same: spray_order_unsigned, spray_order_unconfirmed, spray_order_payment_failed, payment_intent_one_open;
-- and orders that cost nothing are known to the sums.
drop index spray_order_waiting, spray_order_undecided, spray_order_unpaid_card, payment_intent_open, spray_order_for_nothing;

create index feedback_by_overall on feedback (overall_rating, id);
create index feedback_by_attentive on feedback (attentive_rating, id);
create index feedback_by_friendly on feedback (friendly_rating, id);
create index feedback_by_professional on feedback (professional_rating, id);

create index notification_by_subject on notification (recipient_id, subject, id);
drop index notification_unread;
create index notification_unread on notification (recipient_id, id) where read_at is null;

-- Most people have few messages and orders, some have thousands. One plan serves all, and the one for those with many serves
-- the others as well: the index in the order of the list. The other way round, thousands would be sorted for a page.
alter table notification alter column recipient_id set (n_distinct = 100);
alter table spray_order alter column farmer_id set (n_distinct = 500);

create index audit_entry_by_action on audit_entry (action, id);
create index audit_entry_of_action on audit_entry (action, at desc, id desc);

create index webhook_delivery_by_type on webhook_delivery (webhook_id, type, id);
create index webhook_delivery_by_status on webhook_delivery (webhook_id, status, id);
create index webhook_delivery_by_attempts on webhook_delivery (webhook_id, attempts, id);

-- Users by whatever they can be sorted by; who has no such thing comes last in both directions.
create index app_user_by_name on app_user (full_name, id);
create index app_user_by_role on app_user (role, id);
create index app_user_by_active on app_user (active, id);
create index app_user_by_email on app_user (email, id);
create index app_user_by_email_down on app_user (email desc nulls last, id desc);
create index app_user_by_city on app_user (city, id);
create index app_user_by_city_down on app_user (city desc nulls last, id desc);
create index app_user_by_province on app_user (province, id);
create index app_user_by_province_down on app_user (province desc nulls last, id desc);

-- Users are searched like orders: by how words begin, in the name and the e-mail address; and by how numbers begin, of anyone.
alter table app_user add column found_by tsvector
  generated always as (array_to_tsvector(plain_words(full_name || ' ' || coalesce(email, '')))) stored;
create index app_user_found_by on app_user using gin (found_by);
drop index app_user_farmer_phone;
create index app_user_by_number on app_user (phone_key text_pattern_ops);

-- The rest of the lists whose totals would grow.
create or replace function tally_rows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'crew_member' then
    perform add_to_tally('sprayer orders', sprayer_id, '', '', step * n)
       from (select sprayer_id, count(*) as n from rows group by 1 order by 1) c;
  elsif tg_table_name = 'notification' then
    perform add_to_tally('notifications', recipient_id, '', '', step * n)
       from (select recipient_id, count(*) as n from rows group by 1 order by 1) c;
    perform add_to_tally('unread', recipient_id, '', '', step * n)
       from (select recipient_id, count(*) as n from rows where read_at is null group by 1 order by 1) c;
  elsif tg_table_name = 'audit_entry' then
    perform add_to_tally('audit', actor, action, '', step * n)
       from (select coalesce(actor_id, 0) as actor, action, count(*) as n from rows group by 1, 2 order by 1, 2) c;
  elsif tg_table_name = 'webhook_delivery' then
    perform add_to_tally('deliveries', webhook_id, '', '', step * n)
       from (select webhook_id, count(*) as n from rows group by 1 order by 1) c;
  else
    perform add_to_tally('feedback', 0, '', '', step * n) from (select count(*) as n from rows) c where n > 0;
  end if;
  return null;
end $$;
create trigger audit_entry_added after insert on audit_entry
  referencing new table as rows for each statement execute function tally_rows();
create trigger audit_entry_removed after delete on audit_entry
  referencing old table as rows for each statement execute function tally_rows();
create trigger webhook_delivery_added after insert on webhook_delivery
  referencing new table as rows for each statement execute function tally_rows();
create trigger webhook_delivery_removed after delete on webhook_delivery
  referencing old table as rows for each statement execute function tally_rows();

create function tally_read() returns trigger language plpgsql as $$
begin
  perform add_to_tally('unread', recipient_id, '', '', n)
     from (select recipient_id, sum(step)::bigint as n
             from (select recipient_id, 1 as step from added where read_at is null
                   union all select recipient_id, -1 from removed where read_at is null) s
            group by 1 having sum(step) <> 0 order by 1) c;
  return null;
end $$;
create trigger notification_read after update on notification
  referencing new table as added old table as removed for each statement execute function tally_read();

create function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_tally('users', 0, role, active::text, n) from (select role, active, count(*) as n from added group by 1, 2 order by 1, 2) c;
  else
    perform add_to_tally('users', 0, role, active::text, n)
       from (select role, active, sum(step)::bigint as n
               from (select role, active, 1 as step from added union all select role, active, -1 from removed) s
              group by 1, 2 having sum(step) <> 0 order by 1, 2) c;
  end if;
  return null;
end $$;
create trigger app_user_added after insert on app_user
  referencing new table as added for each statement execute function tally_users();
create trigger app_user_changed after update on app_user
  referencing new table as added old table as removed for each statement execute function tally_users();

-- Cash that the office still waits for. What was handed over or corrected is taken out, so a sprayer's is found without the years before.
create table cash_carried (
  payment_id   bigint primary key references payment,
  collector_id bigint not null references app_user,
  currency     text not null,
  amount       numeric not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create index cash_carried_by on cash_carried (collector_id);
insert into cash_carried
select p.id, p.actor_id, p.currency, p.amount
  from payment p
 where p.kind = 'cash' and p.cause = 'crew' and p.actor_id is not null
   and not exists (select from cash_handed_over h where h.payment_id = p.id) and not exists (select from payment c where c.corrects = p.id);

create function keep_cash_carried() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'cash_handed_over' then
    delete from cash_carried where payment_id = new.payment_id;
  elsif new.kind = 'cash' then
    insert into cash_carried values (new.id, new.actor_id, new.currency, new.amount);
  else
    delete from cash_carried where payment_id = new.corrects;
  end if;
  return null;
end $$;
create trigger payment_carried after insert on payment
  for each row when (new.kind = 'correction' or (new.kind = 'cash' and new.cause = 'crew' and new.actor_id is not null))
  execute function keep_cash_carried();
create trigger cash_handed_over_carried after insert on cash_handed_over
  for each row execute function keep_cash_carried();

-- For the cleaning-up, which goes by age and a bounded number at a time.
create index outgoing_mail_age on outgoing_mail (created_at);
create index sign_in_attempt_age on sign_in_attempt (window_ends_at);

-- Rows come and go all the time in these, or change all the time: they are vacuumed by how many did, not by what share of the table.
alter table outbox_event set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table tally set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
alter table session_day set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table outgoing_mail set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table webhook_delivery set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table idempotency_key set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table access_token set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- The tables that grow for ever: a fixed share of a million rows is a long time without fresh statistics and visibility.
alter table spray_order set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table crew_member set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table notification set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

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
  delete from tally;
  insert into tally (list, owner_id, status, method, slot, size)
  select 'farmer orders', farmer_id, order_status, payment_method, 0, count(*) from spray_order group by 2, 3, 4
  union all
  select 'open orders', receptionist_id, '', '', 0, count(*) from spray_order where not closed and receptionist_id is not null group by 2
  union all
  select 'sprayer orders', sprayer_id, '', '', 0, count(*) from crew_member group by 2
  union all
  select 'notifications', recipient_id, '', '', 0, count(*) from notification group by 2
  union all
  select 'unread', recipient_id, '', '', 0, count(*) from notification where read_at is null group by 2
  union all
  select 'audit', coalesce(actor_id, 0), action, '', 0, count(*) from audit_entry group by 2, 3
  union all
  select 'deliveries', webhook_id, '', '', 0, count(*) from webhook_delivery group by 2
  union all
  select 'users', 0, role, active::text, 0, count(*) from app_user group by 3, 4
  union all
  select 'feedback', 0, '', '', 0, count(*) from feedback;
$$;
lock table crew_member, notification, audit_entry, webhook_delivery, app_user, feedback in share row exclusive mode;
call tally_everything();
