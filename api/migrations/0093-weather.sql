-- Forecasts by squares of 0.1 degrees, named by the tenths of degrees of their centre. A row without hours is wanted and not yet fetched.
create table forecast (
  latitude_tenths smallint not null check (latitude_tenths between -900 and 900),
  longitude_tenths smallint not null check (longitude_tenths between -1800 and 1800),
  -- When an order or a user last needed it.
  wanted_at timestamptz not null,
  source text,
  fetched_at timestamptz,
  first_hour timestamptz,
  elevation_m real,
  -- A JSON array of hours, each an array of values in the order of forecastFields.
  hours text,
  primary key (latitude_tenths, longitude_tenths)
);
create index forecast_due on forecast (fetched_at nulls first);

-- The company's limits for spraying. Limits that are absent follow the preset.
create table spray_limit (
  is_only boolean primary key default true check (is_only),
  preset text not null default 'tropical' check (preset in ('tropical', 'temperate')),
  limits jsonb not null default '{}'
);
insert into spray_limit default values;

-- Every process caches the limits and drops them on this notification.
create function announce_spray_limit_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('swath_spray_limit', '');
  return null;
end $$;
create trigger spray_limit_changed after update on spray_limit
  for each statement execute function announce_spray_limit_change();
