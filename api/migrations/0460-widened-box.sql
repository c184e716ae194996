-- The box that contains all points within a distance of a box, x is the longitude. All longitudes near the poles and across the 180th
-- meridian. As `widen` of the service.
create function widened_box(b box, metres double precision) returns box language sql immutable strict parallel safe as $$
  select case when w.west < -180 or w.east > 180 then box(point(180, w.north), point(-180, w.south))
              else box(point(w.east, w.north), point(w.west, w.south)) end
    from (select greatest(-90, (b[1])[1] - metres / 110500) as south, least(90, (b[0])[1] + metres / 110500) as north) l,
         lateral (select greatest(cos(radians(greatest(abs(l.south), abs(l.north)))), 1e-6) as narrowest) n,
         lateral (select l.south, l.north, (b[1])[0] - metres / (111300 * n.narrowest) as west, (b[0])[0] + metres / (111300 * n.narrowest) as east) w
$$;
