-- The crew's report and what the office decides about a difference between the area ordered and the area sprayed. `cost` stays the
-- price at booking; what is to be paid is cost + adjustment.
alter table spray_order add column adjustment numeric not null default 0;
-- What was paid beyond cost + adjustment and not given back yet, kept by the triggers below.
alter table spray_order add column overpaid numeric not null default 0;

alter table work_report
  -- The area of the order at the time of the report.
  add column ordered_area numeric,
  -- As the crew's phone measured them, corrected by the offset of its clock.
  add column started_at timestamptz,
  add column finished_at timestamptz,
  -- bill: the price follows the area sprayed. rebook: the same, and the rest is a new order. keep: the price stays.
  add column decision text,
  add column decision_reason text,
  add column decided_by bigint,
  add column decided_at timestamptz,
  add column rest_order_id bigint;
alter table work_report add constraint work_report_decision_check check (decision in ('bill', 'rebook', 'keep')) not valid;
alter table work_report add constraint work_report_rest_check check ((decision = 'rebook') = (rest_order_id is not null)) not valid;
alter table work_report add constraint work_report_decided_by_fkey foreign key (decided_by) references app_user not valid;
alter table work_report add constraint work_report_rest_order_id_fkey foreign key (rest_order_id) references spray_order not valid;

-- Reports of the previous version have it, too.
create function keep_ordered_area() returns trigger language plpgsql as $$
begin
  new.ordered_area := (select area from spray_order where id = new.order_id);
  return new;
end $$;
create trigger work_report_ordered before insert on work_report
  for each row when (new.ordered_area is null) execute function keep_ordered_area();

-- credit: less is to be paid. surcharge: more is to be paid. Neither moves money.
alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check
  check (kind in ('charge', 'failure', 'refund', 'cash', 'correction', 'credit', 'surcharge')) not valid;

create or replace function net_amount(kind text, amount numeric) returns numeric language sql immutable as $$
  select case when kind in ('charge', 'cash') then amount when kind in ('refund', 'correction') then -amount else 0 end
$$;

create function amount_paid(of_order bigint) returns numeric language sql stable as $$
  select coalesce(sum(net_amount(kind, amount)), 0) from payment where order_id = of_order
$$;

create function keep_overpaid() returns trigger language plpgsql as $$
begin
  update spray_order o set overpaid = p.overpaid
    from (select greatest(amount_paid(id) - cost - adjustment, 0) as overpaid from spray_order where id = new.order_id) p
   where o.id = new.order_id and o.order_status <> 'cancelled' and o.overpaid <> p.overpaid;
  return null;
end $$;
create trigger payment_overpaid after insert on payment
  for each row when (new.kind in ('charge', 'cash', 'refund', 'correction')) execute function keep_overpaid();

create function keep_overpaid_after_change() returns trigger language plpgsql as $$
begin
  new.overpaid := greatest(amount_paid(new.id) - new.cost - new.adjustment, 0);
  return new;
end $$;
create trigger spray_order_overpaid_kept before update of cost, adjustment on spray_order
  for each row when ((old.cost, old.adjustment) is distinct from (new.cost, new.adjustment)) execute function keep_overpaid_after_change();

-- What is owed follows the adjusted price.
create or replace function figures_of(o spray_order) returns table (income numeric, owing numeric, begun bigint, punctual bigint, rating bigint, ratings bigint)
language sql stable as $$
  select p.net, case when is_owing(o.order_status, o.payment_status) then greatest(o.cost + o.adjustment - p.net, 0) else 0 end, h.begun, h.punctual, b.rating, b.ratings
    from (select coalesce(sum(net_amount(kind, amount)), 0) as net from payment where order_id = o.id) p,
         (select count(*) as begun, count(*) filter (where began_in_time(o.date, o.session_id, at)) as punctual from order_history where order_id = o.id and action = 'start') h,
         (select coalesce(sum(overall_rating), 0) as rating, count(*) as ratings from feedback where order_id = o.id) b
$$;

create or replace function note_payments() returns trigger language plpgsql as $$
begin
  perform from spray_order where id in (select order_id from added) order by id for no key update;
  perform add_to_figures(o, a.net, case when is_owing(o.order_status, o.payment_status) then greatest(o.cost + o.adjustment - p.net, 0) - greatest(o.cost + o.adjustment - p.net + a.net, 0) else 0 end, 0, 0, 0, 0)
     from (select order_id, sum(net_amount(kind, amount)) as net from added group by 1) a
     join spray_order o on o.id = a.order_id
    cross join lateral (select sum(net_amount(kind, amount)) as net from payment where order_id = a.order_id) p
    where a.net <> 0;
  return null;
end $$;

drop trigger spray_order_figures_changed on spray_order;
create trigger spray_order_figures_changed after update of date, session_id, crop_id, area, order_status, payment_status, cost, adjustment, completion_date on spray_order
  for each row
  when ((old.date, old.session_id, old.crop_id, old.area, old.order_status = 'cancelled', case when is_owing(old.order_status, old.payment_status) then old.cost + old.adjustment end,
         case when is_owing(old.order_status, old.payment_status) then old.completion_date end)
        is distinct from
        (new.date, new.session_id, new.crop_id, new.area, new.order_status = 'cancelled', case when is_owing(new.order_status, new.payment_status) then new.cost + new.adjustment end,
         case when is_owing(new.order_status, new.payment_status) then new.completion_date end))
  execute function note_figures_changed();

create or replace procedure tally_everything() language plpgsql set work_mem = '64MB' as $$
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
           case when is_owing(o.order_status, o.payment_status) then greatest(o.cost + o.adjustment - coalesce(p.net, 0), 0) else 0 end as owing,
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

-- A bill of an adjusted order: the area sprayed, and by how much its total differs from the price at booking.
-- The price at booking; null on bills from before it was kept, where it is the amount.
alter table bill add column cost numeric;
alter table bill add column area_sprayed numeric;
alter table bill add column adjustment numeric not null default 0;
