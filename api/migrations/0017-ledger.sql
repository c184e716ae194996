-- Why an entry is there, in a word that programs read, and in the words of whoever corrected one.
alter table payment add column cause text check (cause <> '');
alter table payment add column note text;
-- The entry that a correction undoes.
alter table payment add column corrects bigint references payment;

-- What the version before this one wrote, and still writes while both are serving: it never said why.
create function payment_cause(kind text, by_crew boolean, by_nobody boolean) returns text language sql immutable parallel safe as $$
  select case when kind = 'cash' then case when by_crew then 'crew' else 'office' end
              when by_nobody then 'cancelled'
              else 'verified' end;
$$;
update payment set cause = payment_cause(kind, actor_id in (select id from app_user where role = 'sprayer'), actor_id is null);
create function keep_payment_cause() returns trigger language plpgsql as $$
begin
  new.cause := payment_cause(new.kind, exists (select from app_user where id = new.actor_id and role = 'sprayer'), new.actor_id is null);
  return new;
end $$;
create trigger payment_cause_kept before insert on payment
  for each row when (new.cause is null) execute function keep_payment_cause();
alter table payment alter column cause set not null;

alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check check (kind in ('charge', 'failure', 'refund', 'cash', 'correction'));
-- A correction says what it undoes and why, and nothing else does.
alter table payment add constraint payment_correction_says check ((kind = 'correction') = (corrects is not null) and (kind <> 'correction' or note is not null));
create unique index payment_corrected_once on payment (corrects) where corrects is not null;

-- The cash of a day, and of someone's.
create index payment_cash_of_day on payment (at, actor_id) where kind = 'cash';
create index payment_cash_of_collector on payment (actor_id, at) where kind = 'cash';

-- What a crew member brought to the office: each entry once. Cash taken at the office is there already.
create table cash_hand_over (
  id           bigint generated always as identity primary key,
  collector_id bigint not null references app_user,
  -- The company's date on which it was collected.
  date         date not null,
  received_by  bigint not null references app_user,
  at           timestamptz not null
);
create table cash_handed_over (
  payment_id   bigint primary key references payment,
  hand_over_id bigint not null references cash_hand_over
);
create index cash_handed_over_of on cash_handed_over (hand_over_id);

-- Appended to, never changed: the database itself sees to it.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever appended to', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger payment_append_only before update or delete or truncate on payment
  for each statement execute function refuse_rewriting();
create trigger cash_hand_over_append_only before update or delete or truncate on cash_hand_over
  for each statement execute function refuse_rewriting();
create trigger cash_handed_over_append_only before update or delete or truncate on cash_handed_over
  for each statement execute function refuse_rewriting();

-- Money has been given back for it. The ledger says so; here it is where lists of orders can find it.
alter table spray_order add column refunded boolean not null default false;
update spray_order set refunded = true where id in (select order_id from payment where kind = 'refund');
create function keep_refunded() returns trigger language plpgsql as $$
begin
  update spray_order set refunded = true where id = new.order_id and not refunded;
  return null;
end $$;
create trigger payment_refunds after insert on payment
  for each row when (new.kind = 'refund') execute function keep_refunded();

-- Where an order stands with its money, as the office asks for it. Null: nothing was paid, and nothing is to be.
create function payment_stage(order_status text, payment_status text, cost numeric, refunded boolean) returns text
language sql immutable parallel safe as $$
  select case when payment_status = 'paid' then 'paid'
              when order_status = 'cancelled' then case when refunded then 'refunded' end
              when payment_status = 'failed' then 'failed'
              when cost > 0 then 'unpaid' end;
$$;
create index spray_order_by_payment on spray_order
  (payment_stage(order_status, payment_status, cost, refunded), payment_method, date desc, id desc);
-- The few that cost nothing: the tally of orders that are not paid has them, too, and they are taken off.
create index spray_order_for_nothing on spray_order (payment_method) where cost = 0;
