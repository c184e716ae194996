-- The last page whose requests were refused because of its address, for the doctor.
create table refused_origin (
  is_last    boolean primary key default true check (is_last),
  origin     text not null,
  host       text not null,
  refused_at timestamptz not null
);
