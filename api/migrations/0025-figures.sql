-- What the figures add up is kept added up, the way totals of orders are: changes are appended as news, and added to the sums a few
-- seconds later (orders/news-store.ts). A figure is sums and news read in one statement (docs/decisions/0012).
lock table spray_order, crew_member, payment, order_history, feedback in share row exclusive mode;

create table figure_sum (
  -- work: of a date, by session and crop. jobs: of a date, by sprayer. unpaid: by the date of completion.
  list       text not null,
  -- day, or week from its Monday; of what is unpaid, day, or ever.
  span       text not null,
  date       date not null,
  -- The sprayer, or 0.
  owner_id   bigint not null,
  session_id bigint not null,
  crop_id    bigint not null,
  orders     bigint not null,
  cancelled  bigint not null,
  area       numeric not null,
  income     numeric not null,
  owing      numeric not null,
  begun      bigint not null,
  punctual   bigint not null,
  rating     bigint not null,
  ratings    bigint not null,
  primary key (list, span, date, owner_id, session_id, crop_id)
) with (fillfactor = 80);

create table figure_news (
  list       text not null,
  date       date not null,
  owner_id   bigint not null default 0,
  session_id bigint not null default 0,
  crop_id    bigint not null default 0,
  orders     bigint not null default 0,
  cancelled  bigint not null default 0,
  area       numeric not null default 0,
  income     numeric not null default 0,
  owing      numeric not null default 0,
  begun      bigint not null default 0,
  punctual   bigint not null default 0,
  rating     bigint not null default 0,
  ratings    bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_threshold = -1);

create function figure_spans(of_list text, of_date date) returns table (span text, date date) language sql immutable as $$
  values ('day', of_date), (case of_list when 'unpaid' then 'ever' else 'week' end, case of_list when 'unpaid' then date 'epoch' else date_trunc('week', of_date::timestamp)::date end)
$$;

-- Orders and their area are in the news of orders already: a booking writes nothing more than it did.
alter table order_news add column area numeric not null default 0;

create or replace function note_orders_added() returns trigger language plpgsql as $$
begin
  insert into order_news
  select date, session_id, crop_id, order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), ''), count(*), sum(area)
    from added group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create or replace function note_orders_gone() returns trigger language plpgsql as $$
begin
  insert into order_news
  select date, session_id, crop_id, order_status, payment_status, payment_method, coalesce(payment_stage(order_status, payment_status, cost, refunded), ''), -count(*), -sum(area)
    from gone group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;

create or replace function note_order_changed() returns trigger language plpgsql as $$
begin
  insert into order_news values
    (old.date, old.session_id, old.crop_id, old.order_status, old.payment_status, old.payment_method,
     coalesce(payment_stage(old.order_status, old.payment_status, old.cost, old.refunded), ''), -1, -old.area),
    (new.date, new.session_id, new.crop_id, new.order_status, new.payment_status, new.payment_method,
     coalesce(payment_stage(new.order_status, new.payment_status, new.cost, new.refunded), ''), 1, new.area);
  return null;
end $$;
drop trigger spray_order_counted on spray_order;
create trigger spray_order_counted after update of date, session_id, crop_id, area, order_status, payment_status, payment_method, cost, refunded on spray_order
  for each row
  when ((old.date, old.session_id, old.crop_id, old.area, old.order_status, old.payment_status, old.payment_method, old.cost, old.refunded)
        is distinct from (new.date, new.session_id, new.crop_id, new.area, new.order_status, new.payment_status, new.payment_method, new.cost, new.refunded))
  execute function note_order_changed();

-- What came in and stayed: money given back and entries taken back do not count, nor what a bank refused.
create function net_amount(kind text, amount numeric) returns numeric language sql immutable as $$
  select case when kind in ('refund', 'correction') then -amount when kind = 'failure' then 0 else amount end
$$;

create function is_owing(order_status text, payment_status text) returns boolean language sql immutable as $$
  select order_status = 'completed' and payment_status <> 'paid'
$$;

create function began_in_time(of_date date, of_session bigint, began timestamptz) returns boolean language sql stable as $$
  select began <= ((of_date + s.start_time) at time zone k.time_zone) + interval '15 minutes' from spray_session s, company k where s.id = of_session
$$;

-- Everything that the figures have of an order besides itself.
create function figures_of(o spray_order) returns table (income numeric, owing numeric, begun bigint, punctual bigint, rating bigint, ratings bigint)
language sql stable as $$
  select p.net, case when is_owing(o.order_status, o.payment_status) then greatest(o.cost - p.net, 0) else 0 end, h.begun, h.punctual, b.rating, b.ratings
    from (select coalesce(sum(net_amount(kind, amount)), 0) as net from payment where order_id = o.id) p,
         (select count(*) as begun, count(*) filter (where began_in_time(o.date, o.session_id, at)) as punctual from order_history where order_id = o.id and action = 'start') h,
         (select coalesce(sum(overall_rating), 0) as rating, count(*) as ratings from feedback where order_id = o.id) b
$$;

-- A job of one sprayer, taken on or given up.
create function note_job(o spray_order, sprayer bigint, step integer) returns void language sql as $$
  insert into figure_news (list, date, owner_id, orders, cancelled, area, income, begun, punctual, rating, ratings)
  select 'jobs', o.date, sprayer, step * (o.order_status <> 'cancelled')::integer, step * (o.order_status = 'cancelled')::integer,
         case when o.order_status <> 'cancelled' then step * o.area else 0 end, step * income, step * begun, step * punctual, step * rating, step * ratings
    from figures_of(o)
$$;

-- All that an order has besides its own row, which is in the news of orders.
create function note_figures(o spray_order, step integer) returns void language sql as $$
  insert into figure_news (list, date, session_id, crop_id, income, owing, begun, punctual, rating, ratings)
  select 'work', o.date, o.session_id, o.crop_id, step * income, step * owing, step * begun, step * punctual, step * rating, step * ratings
    from figures_of(o) where income <> 0 or owing <> 0 or begun > 0 or ratings > 0;
  insert into figure_news (list, date, orders, owing)
  select 'unpaid', o.completion_date, step, step * owing from figures_of(o) where is_owing(o.order_status, o.payment_status) and o.cost > 0;
  select note_job(o, sprayer_id, step) from crew_member where order_id = o.id;
$$;

create function note_figures_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform note_figures(old, -1);
  end if;
  perform note_figures(new, 1);
  return null;
end $$;
create trigger spray_order_figures_added after insert on spray_order
  for each row when (is_owing(new.order_status, new.payment_status)) execute function note_figures_changed();
create trigger spray_order_figures_changed after update of date, session_id, crop_id, area, order_status, payment_status, cost, completion_date on spray_order
  for each row
  when ((old.date, old.session_id, old.crop_id, old.area, old.order_status = 'cancelled', case when is_owing(old.order_status, old.payment_status) then old.cost end,
         case when is_owing(old.order_status, old.payment_status) then old.completion_date end)
        is distinct from
        (new.date, new.session_id, new.crop_id, new.area, new.order_status = 'cancelled', case when is_owing(new.order_status, new.payment_status) then new.cost end,
         case when is_owing(new.order_status, new.payment_status) then new.completion_date end))
  execute function note_figures_changed();

-- Each of these holds the order while it is at it: neither does the order move meanwhile, nor does its crew change. Mostly it is held already.
create function note_job_changed() returns trigger language plpgsql as $$
declare
  member crew_member := case tg_op when 'DELETE' then old else new end;
  o spray_order;
begin
  select * into o from spray_order where id = member.order_id for no key update;
  perform note_job(o, member.sprayer_id, case tg_op when 'DELETE' then -1 else 1 end);
  return null;
end $$;
create trigger crew_member_figures after insert or delete on crew_member for each row execute function note_job_changed();

-- What came to an order counts where the order is, and for each of its crew.
create function add_to_figures(o spray_order, by_income numeric, by_owing numeric, by_begun integer, by_punctual integer, by_rating integer, by_ratings integer)
returns void language sql as $$
  insert into figure_news (list, date, owner_id, session_id, crop_id, income, owing, begun, punctual, rating, ratings)
  select 'work', o.date, 0, o.session_id, o.crop_id, by_income, by_owing, by_begun, by_punctual, by_rating, by_ratings
  union all
  select 'jobs', o.date, sprayer_id, 0, 0, by_income, 0, by_begun, by_punctual, by_rating, by_ratings from crew_member where order_id = o.id
  union all
  select 'unpaid', o.completion_date, 0, 0, 0, 0, by_owing, 0, 0, 0, 0 where by_owing <> 0
$$;

create function note_start() returns trigger language plpgsql as $$
declare
  o spray_order;
begin
  select * into o from spray_order where id = new.order_id for no key update;
  perform add_to_figures(o, 0, 0, 1, began_in_time(o.date, o.session_id, new.at)::integer, 0, 0);
  return null;
end $$;
create trigger order_history_figures after insert on order_history
  for each row when (new.action = 'start') execute function note_start();

create function note_rating() returns trigger language plpgsql as $$
declare
  o spray_order;
begin
  select * into o from spray_order where id = new.order_id for no key update;
  perform add_to_figures(o, 0, 0, 0, 0, new.overall_rating, 1);
  return null;
end $$;
create trigger feedback_figures after insert on feedback for each row execute function note_rating();

-- By order, as what one still owes depends on all of its entries.
create function note_payments() returns trigger language plpgsql as $$
begin
  perform from spray_order where id in (select order_id from added) order by id for no key update;
  perform add_to_figures(o, a.net, case when is_owing(o.order_status, o.payment_status) then greatest(o.cost - p.net, 0) - greatest(o.cost - p.net + a.net, 0) else 0 end, 0, 0, 0, 0)
     from (select order_id, sum(net_amount(kind, amount)) as net from added group by 1) a
     join spray_order o on o.id = a.order_id
    cross join lateral (select sum(net_amount(kind, amount)) as net from payment where order_id = a.order_id) p
    where a.net <> 0;
  return null;
end $$;
create trigger payment_figures after insert on payment
  referencing new table as added for each statement execute function note_payments();

-- Everything from the beginning, figures included: they share the news of orders.
alter procedure tally_everything() rename to tally_lists;
create procedure tally_everything() language plpgsql set work_mem = '64MB' as $$
begin
  call tally_lists();
  delete from figure_news;
  delete from figure_sum;
  insert into figure_sum
  -- The same as figures_of(), but of all orders at once: years of them are not looked up one by one.
  with paid as (
    select order_id, sum(net_amount(kind, amount)) as net from payment group by 1
  ), start as (
    select h.order_id, count(*) as begun, count(*) filter (where h.at <= ((o.date + s.start_time) at time zone k.time_zone) + interval '15 minutes') as punctual
      from order_history h join spray_order o on o.id = h.order_id join spray_session s on s.id = o.session_id cross join company k
     where h.action = 'start' group by 1
  ), fact as materialized (
    select o.id, o.date, o.session_id, o.crop_id, o.order_status, o.payment_status, o.completion_date, o.cost, o.area, coalesce(p.net, 0) as income,
           case when is_owing(o.order_status, o.payment_status) then greatest(o.cost - coalesce(p.net, 0), 0) else 0 end as owing,
           coalesce(h.begun, 0) as begun, coalesce(h.punctual, 0) as punctual, coalesce(b.overall_rating, 0) as rating, (b.order_id is not null)::integer as ratings
      from spray_order o
      left join paid p on p.order_id = o.id
      left join start h on h.order_id = o.id
      left join feedback b on b.order_id = o.id
  ), part as (
    select 'work' as list, date, 0 as owner_id, session_id, crop_id, (order_status <> 'cancelled')::integer as orders, (order_status = 'cancelled')::integer as cancelled,
           case when order_status <> 'cancelled' then area else 0 end as area, income, owing, begun, punctual, rating, ratings
      from fact
    union all
    select 'jobs', f.date, m.sprayer_id, 0, 0, (f.order_status <> 'cancelled')::integer, (f.order_status = 'cancelled')::integer,
           case when f.order_status <> 'cancelled' then f.area else 0 end, income, 0, begun, punctual, rating, ratings
      from crew_member m join fact f on f.id = m.order_id
    union all
    select 'unpaid', completion_date, 0, 0, 0, 1, 0, 0, 0, owing, 0, 0, 0, 0 from fact where is_owing(order_status, payment_status) and cost > 0
  )
  select p.list, s.span, s.date, p.owner_id, p.session_id, p.crop_id, sum(p.orders), sum(p.cancelled), sum(p.area), sum(p.income), sum(p.owing),
         sum(p.begun), sum(p.punctual), sum(p.rating), sum(p.ratings)
    from part p cross join lateral figure_spans(p.list, p.date) s group by 1, 2, 3, 4, 5, 6;
end $$;
call tally_everything();

-- What is unpaid is added up now.
drop index spray_order_owing;

-- The office's inbox begins with the oldest of those whose payment failed.
create index spray_order_failed_first on spray_order (date) where payment_status = 'failed' and order_status <> 'cancelled';
