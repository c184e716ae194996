-- Farmers who wait for a place in sessions that are full, and the offers that hold a place for one of them.

-- Places that offers hold. They are part of `taken`, so every check of free places counts them.
alter table session_day add column held integer not null default 0;
alter table session_day add constraint session_day_held_check check (held between 0 and taken) not valid;

-- Times of offers. A single row.
create table waiting_setting (
  id            boolean primary key default true check (id),
  offer_minutes integer not null default 60 check (offer_minutes between 10 and 1440),
  quiet_from    time not null default '21:00',
  quiet_to      time not null default '04:30'
);
insert into waiting_setting default values;

create table waiting_entry (
  id             bigint generated always as identity primary key,
  farmer_id      bigint not null references app_user,
  -- With the unique index below: at most three open entries of one farmer.
  slot           smallint not null check (slot between 1 and 3),
  location       text not null check (length(location) between 1 and 500),
  latitude       double precision not null check (latitude between -90 and 90),
  longitude      double precision not null check (longitude between -180 and 180),
  crop_id        bigint not null references crop,
  area           numeric not null check (area >= 1),
  payment_method text not null check (payment_method in ('cash', 'visa', 'mastercard')),
  from_date      date not null,
  to_date        date not null check (to_date >= from_date),
  session_ids    bigint[] not null check (cardinality(session_ids) > 0),
  status         text not null default 'waiting' check (status in ('waiting', 'offered', 'booked', 'left', 'removed', 'ended')),
  order_id       bigint references spray_order,
  created_at     timestamptz not null,
  check ((order_id is not null) = (status = 'booked'))
);
create unique index waiting_entry_slot on waiting_entry (farmer_id, slot) where status in ('waiting', 'offered');
create index waiting_entry_open on waiting_entry (id) where status in ('waiting', 'offered');
create index waiting_entry_of_farmer on waiting_entry (farmer_id, id);
create index waiting_entry_of_order on waiting_entry (order_id) where order_id is not null;

create table waiting_offer (
  id         bigint generated always as identity primary key,
  entry_id   bigint not null references waiting_entry,
  date       date not null,
  session_id bigint not null references spray_session,
  area       numeric not null,
  status     text not null default 'open' check (status in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  -- null: the service itself.
  actor_id   bigint references app_user,
  created_at timestamptz not null,
  -- The farmer is notified then; later than created_at if it was made in the quiet hours.
  send_at    timestamptz not null,
  sent_at    timestamptz,
  expires_at timestamptz not null check (expires_at > send_at)
);
create unique index waiting_offer_open on waiting_offer (entry_id) where status = 'open';
create index waiting_offer_of_entry on waiting_offer (entry_id, date, session_id);
create index waiting_offer_of_place on waiting_offer (date, session_id) where status = 'open';
create index waiting_offer_expiry on waiting_offer (expires_at) where status = 'open';
create index waiting_offer_unsent on waiting_offer (send_at) where status = 'open' and sent_at is null;

-- What happened to an entry, and each time that it was passed over with the reason.
create table waiting_step (
  id         bigint generated always as identity primary key,
  entry_id   bigint not null references waiting_entry,
  at         timestamptz not null,
  action     text not null,
  date       date,
  session_id bigint,
  reason     text,
  actor_id   bigint references app_user
);
create index waiting_step_of_entry on waiting_step (entry_id, id);
-- The same reason for the same place is stored once.
create unique index waiting_step_skipped on waiting_step (entry_id, date, session_id, reason) where action = 'skipped';

-- Places that may be free for an entry; a job looks at each and deletes it. Null: all dates, all sessions or all entries.
create table waiting_check (
  id         bigint generated always as identity primary key,
  date       date,
  session_id bigint,
  entry_id   bigint
);

-- In the transaction that frees the place, whatever frees it: no change of a place can forget the waiting list.
create function note_freed_place() returns trigger language plpgsql as $$
begin
  insert into waiting_check (date, session_id) values (new.date, new.session_id);
  return null;
end $$;
create trigger session_day_freed after update of taken, closures on session_day
  for each row when (new.taken < old.taken or new.closures < old.closures) execute function note_freed_place();

create function note_freed_session() returns trigger language plpgsql as $$
begin
  insert into waiting_check (session_id) values (new.id);
  return null;
end $$;
create trigger spray_session_freed after update of capacity, max_area, active, start_time on spray_session
  for each row
  when ((new.capacity, new.max_area, new.active, new.start_time) is distinct from (old.capacity, old.max_area, old.active, old.start_time))
  execute function note_freed_session();

-- A smaller area leaves room in a session whose total area is limited.
create trigger spray_order_area_freed after update of area on spray_order
  for each row when (new.area < old.area) execute function note_freed_place();

-- The areas of open offers count like those of orders.
create or replace function fits_session_area(of_date date, of_session bigint, extra numeric, except_order bigint) returns boolean volatile language plpgsql as $$
declare
  most constant numeric := (select max_area from spray_session where id = of_session);
begin
  if most is null then
    return true;
  end if;
  return extra + (select coalesce(sum(area), 0) from spray_order
                   where date = of_date and session_id = of_session and order_status <> 'cancelled' and id is distinct from except_order)
               + (select coalesce(sum(area), 0) from waiting_offer where date = of_date and session_id = of_session and status = 'open') <= most;
end $$;
