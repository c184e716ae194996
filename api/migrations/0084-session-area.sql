-- The largest total area of the orders in a session on one date; null: no limit. It holds for bookings of farmers, the office may exceed it.
alter table spray_session add column max_area numeric check (max_area >= 1 and max_area <= 1000000);

-- Whether `extra` fits into a session on a date besides its orders. Called while the row of session_day is locked; volatile, so that it
-- reads what the last holder of that lock committed.
create function fits_session_area(of_date date, of_session bigint, extra numeric, except_order bigint) returns boolean volatile language plpgsql as $$
declare
  most constant numeric := (select max_area from spray_session where id = of_session);
begin
  if most is null then
    return true;
  end if;
  return extra + (select coalesce(sum(area), 0) from spray_order
                   where date = of_date and session_id = of_session and order_status <> 'cancelled' and id is distinct from except_order) <= most;
end $$;
