-- What is counted of a booking and of the messages about it was handed to a function, row by row. It is appended at once: since nobody waits for a
-- tally any more, neither the order nor the sum of what is appended matters.
create or replace function tally_orders_added() returns trigger language plpgsql as $$
begin
  insert into tally_news (list, owner_id, status, method, size)
  select 'farmer orders', farmer_id, order_status, payment_method, 1 from added
  union all
  select 'open orders', receptionist_id, '', '', 1 from added where not closed and receptionist_id is not null;
  return null;
end $$;

create or replace function tally_rows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'crew_member' then
    insert into tally_news (list, owner_id, status, method, size) select 'sprayer orders', sprayer_id, '', '', step from rows;
  elsif tg_table_name = 'notification' then
    insert into tally_news (list, owner_id, status, method, size)
    select 'notifications', recipient_id, '', '', step * count(*) from rows group by recipient_id
    union all
    select 'unread', recipient_id, '', '', step * count(*) from rows where read_at is null group by recipient_id;
  elsif tg_table_name = 'audit_entry' then
    insert into tally_news (list, owner_id, status, method, size) select 'audit', coalesce(actor_id, 0), action, '', step from rows;
  elsif tg_table_name = 'webhook_delivery' then
    insert into tally_news (list, owner_id, status, method, size)
    select 'deliveries', webhook_id, '', '', step * count(*) from rows group by webhook_id;
  else
    insert into tally_news (list, owner_id, status, method, size) select 'feedback', 0, '', '', step from rows;
  end if;
  return null;
end $$;
