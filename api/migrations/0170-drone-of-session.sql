-- A drone sprays one order per session. Choosing a drone holds the lock on its row and looks at the other orders of the session. An order
-- that moves into a session, or is open again, keeps its drone only if no other order of that session has it.
create function release_taken_drone() returns trigger language plpgsql as $$
declare
  chosen bigint;
begin
  select drone_id into chosen from order_drone where order_id = new.id;
  if chosen is null then return null; end if;
  perform from drone where id = chosen for no key update;
  delete from order_drone x where x.order_id = new.id and exists (
    select from order_drone y join spray_order o on o.id = y.order_id
     where y.drone_id = chosen and y.order_id <> new.id and o.date = new.date and o.session_id = new.session_id and o.order_status <> 'cancelled');
  return null;
end $$;
create trigger spray_order_drone_released after update of date, session_id, order_status on spray_order
  for each row when (new.order_status <> 'cancelled'
    and (new.date, new.session_id) is distinct from (old.date, old.session_id) or old.order_status = 'cancelled' and new.order_status <> 'cancelled')
  execute function release_taken_drone();
