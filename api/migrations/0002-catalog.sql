create table company (
  id              integer primary key default 1 check (id = 1),
  name            text not null,
  area_unit       text not null,
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  currency_digits integer not null check (currency_digits between 0 and 4),
  time_zone       text not null,
  locale          text not null
);
insert into company (name, area_unit, currency, currency_digits, time_zone, locale)
values ('Swath', 'decare', 'VND', 0, 'Asia/Ho_Chi_Minh', 'vi-VN');

create table crop (
  id     bigint generated always as identity primary key,
  name   text not null unique,
  price  numeric not null check (price >= 0 and price < 1000000000),
  active boolean not null default true
);
insert into crop (name, price) values ('fruit', 30000), ('cereal', 30000), ('vegetable', 30000);

create table spray_session (
  id         bigint generated always as identity primary key,
  start_time time not null,
  end_time   time not null,
  capacity   integer not null check (capacity between 0 and 100000),
  active     boolean not null default true,
  check (start_time < end_time)
);
insert into spray_session (start_time, end_time, capacity) values
  ('04:00', '05:00', 2), ('05:00', '06:00', 2), ('06:00', '07:00', 2),
  ('07:00', '08:00', 2), ('16:00', '17:00', 2), ('17:00', '18:00', 2);

-- Places taken. The row of a date and session is the lock that keeps two people off the last place.
create table session_day (
  date       date not null,
  session_id bigint not null references spray_session,
  taken      integer not null check (taken >= 0),
  primary key (date, session_id)
);

-- Area times price, rounded half-up to the currency's smallest unit: the one place where a cost is made.
create function spray_cost(area numeric, price numeric, currency_digits integer) returns numeric
  language sql immutable parallel safe
  return round(area * price, currency_digits);

-- Every process keeps the catalogue in memory and drops it when it hears this.
create function announce_catalog_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('swath_catalog', '');
  return null;
end $$;
create trigger company_changed after insert or update or delete on company
  for each statement execute function announce_catalog_change();
create trigger crop_changed after insert or update or delete on crop
  for each statement execute function announce_catalog_change();
create trigger spray_session_changed after insert or update or delete on spray_session
  for each statement execute function announce_catalog_change();
