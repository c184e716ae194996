-- The recount of all materialised counters includes the lists that were added after it: messages and spray records.
alter procedure tally_lists() rename to tally_order_lists;
create procedure tally_lists() language plpgsql as $$
begin
  call tally_order_lists();
  insert into tally_sum (list, owner_id, status, method, size)
  select 'messages', 0, status, channel, count(*) from message_delivery group by status, channel
  union all
  select 'spray records', 0, is_complete::text, '', count(*) from spray_record group by is_complete
  union all
  select 'spray record days', 0, is_complete::text, date::text, count(*) from spray_record group by is_complete, date;
end $$;
