-- Places near fields that need care, with a buffer and a contact.
create table sensitive_place (
  id               bigint generated always as identity primary key,
  kind             text not null check (kind in ('hives', 'house', 'school', 'water', 'organic_field')),
  name             text not null check (length(name) between 1 and 200),
  -- GeoJSON geometry in WGS84.
  geometry         jsonb not null check (geometry ->> 'type' in ('Point', 'Polygon', 'MultiPolygon')),
  buffer_metres    integer not null check (buffer_metres between 0 and 5000),
  -- The box around the place and its buffer, x is the longitude. All longitudes if the buffer crosses the 180th meridian.
  extent           box not null,
  contact_name     text check (length(contact_name) between 1 and 200),
  contact_phone    text check (length(contact_phone) between 1 and 30),
  contact_email    text check (length(contact_email) between 3 and 254),
  contact_language text not null check (contact_language in ('en', 'vi')),
  -- The contact asked to be notified of work within the buffer.
  asks_notice      boolean not null,
  notes            text check (length(notes) between 1 and 2000),
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check (not asks_notice or contact_email is not null)
);
create index sensitive_place_extent on sensitive_place using gist (extent);
create index sensitive_place_to_notify on sensitive_place using gist (extent) where asks_notice;
create index sensitive_place_by_name on sensitive_place (lower(name), id);
create index sensitive_place_words on sensitive_place
  using gin (array_to_tsvector(plain_words(name || ' ' || coalesce(contact_name, ''))));

create function boundary_extent(boundary jsonb) returns box language sql immutable strict parallel safe as $$
  select box(point(max((p ->> 0)::float8), max((p ->> 1)::float8)), point(min((p ->> 0)::float8), min((p ->> 1)::float8)))
    from jsonb_array_elements(case when boundary ->> 'type' = 'Polygon' then jsonb_build_array(boundary -> 'coordinates')
                                   else boundary -> 'coordinates' end) part,
         jsonb_array_elements(part -> 0) p
$$;

-- The box around the boundary. null: no boundary, or stored before this column; then it is calculated when it is needed.
alter table order_field add column extent box;
create function set_order_field_extent() returns trigger language plpgsql as $$
begin
  new.extent := boundary_extent(new.boundary);
  return new;
end
$$;
create trigger order_field_extent before insert or update of boundary on order_field
  for each row execute function set_order_field_extent();

-- Notices to contacts. Each is numbered within its order and place, so that two processes cannot send the same one.
create table sensitive_place_notice (
  order_id      bigint not null references spray_order,
  place_id      bigint not null references sensitive_place on delete cascade,
  number        integer not null check (number >= 1),
  kind          text not null check (kind in ('upcoming', 'moved', 'cancelled')),
  -- The session that the notice names, in the company's local time.
  session_start timestamp not null,
  sent_at       timestamptz not null,
  -- As they were; a later version may have to be reported.
  order_version integer not null,
  place_version integer not null,
  primary key (order_id, place_id, number)
);
create index sensitive_place_notice_by_session on sensitive_place_notice (session_start);
create index sensitive_place_notice_of_place on sensitive_place_notice (place_id);
