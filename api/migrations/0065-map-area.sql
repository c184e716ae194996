-- Where maps open while there is nothing else to show: the area that the company serves. No row: not set.
create table map_area (
  is_only boolean primary key default true check (is_only),
  west double precision not null check (west between -180 and 180),
  south double precision not null check (south between -90 and 90),
  east double precision not null check (east between -180 and 180),
  north double precision not null check (north between -90 and 90),
  constraint map_area_has_extent check (west < east and south < north)
);
