-- The weather when the work began, as the crew measured it and as it was judged. One row for an order whose crew measured something, or
-- that was started although the verdict was STOP.
create table start_weather (
  order_id bigint primary key references spray_order on delete cascade,
  sprayer_id bigint not null references app_user,
  at timestamptz not null,
  wind_kmh numeric,
  gust_kmh numeric,
  temperature_c numeric,
  humidity_percent numeric,
  verdict text not null check (verdict in ('GO', 'CAUTION', 'STOP', 'UNKNOWN')),
  -- A JSON array of the factors that were not GO.
  factors text not null,
  -- The source and the time of the forecast that was judged; null: there was none.
  source text,
  fetched_at timestamptz,
  override_reason text,
  -- The crew was offline and did not know of the STOP.
  is_unaware boolean not null default false
);
