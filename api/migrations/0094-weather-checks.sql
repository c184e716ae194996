-- The verdict of an order at its last weather check, for the slot that it had then. `since`: when the verdict became this.
create table weather_check (
  order_id bigint primary key references spray_order on delete cascade,
  date date not null,
  session_id bigint not null,
  verdict text not null check (verdict in ('GO', 'CAUTION', 'STOP')),
  since timestamptz not null
);
create index weather_check_stop on weather_check (date) where verdict = 'STOP';

-- Checks that have run: each once on a date of the company.
create table weather_check_run (
  date date not null,
  kind text not null check (kind in ('evening', 'morning')),
  at timestamptz not null,
  primary key (date, kind)
);

-- When the checks run.
alter table spray_limit
  add column evening_check time not null default '18:00',
  add column morning_check_minutes smallint not null default 60 check (morning_check_minutes between 0 and 360);
