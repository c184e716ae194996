-- Whether a session has a place, and room for the area, beside what is taken on a date. null: the area does not matter. Called while the row of
-- session_day is locked and the session is locked for key share; volatile, so that it reads a capacity that was changed while the statement waited.
create function session_has_room(of_date date, of_session bigint, taken integer, extra numeric) returns boolean volatile language plpgsql as $$
declare
  of_places integer;
  of_area numeric;
begin
  select capacity, max_area into of_places, of_area from spray_session where id = of_session;
  return taken < of_places and (extra is null or of_area is null or fits_session_area(of_date, of_session, extra, null));
end $$;
