-- The registry of farmers' fields. Foreign keys and further indexes follow once the existing places are in it.
create table field (
  id         bigint generated always as identity primary key,
  farmer_id  bigint not null,
  name       text not null check (length(name) between 1 and 500),
  -- GeoJSON geometry in WGS84: Polygon or MultiPolygon. null: only the entry point is known.
  boundary   jsonb check (boundary ->> 'type' in ('Polygon', 'MultiPolygon')),
  -- Geodesic area of the boundary.
  area_m2    numeric check (area_m2 > 0),
  -- The box around the boundary, x is the longitude.
  extent     box,
  -- Entry point: where a crew drives to.
  latitude   double precision not null check (latitude between -90 and 90),
  longitude  double precision not null check (longitude between -180 and 180),
  -- What usually grows there.
  crop_id    bigint,
  obstacles  text check (length(obstacles) between 1 and 2000),
  notes      text check (length(notes) between 1 and 2000),
  archived   boolean not null default false,
  version    integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nulls(boundary, area_m2, extent) in (0, 3))
);
create index field_of_farmer on field (farmer_id, archived, name, id);

-- The field that an order sprays, with boundary and area as they were when it was chosen.
create table order_field (
  order_id bigint primary key,
  field_id bigint not null,
  boundary jsonb,
  area_m2  numeric,
  check (num_nulls(boundary, area_m2) in (0, 2))
);

-- The next migration makes fields of the places of orders up to this one, newest first.
create table field_backfill (last_order_id bigint not null);
insert into field_backfill select coalesce(max(id), 0) from spray_order;
