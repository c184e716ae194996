-- How long lists are, kept as they change: a page with its total costs the same from a million orders as from
-- ten thousand. A tally is spread over slots, so that people who write at the same time rarely wait for one another.
create table tally (
  list     text not null,
  -- Whose list: a farmer, a receptionist, a sprayer, a reader; 0 where there is one list for all.
  owner_id bigint not null,
  -- What a farmer's list can be filtered by.
  status   text not null default '',
  method   text not null default '',
  slot     integer not null,
  size     bigint not null,
  primary key (list, owner_id, status, method, slot)
) with (fillfactor = 70);

create function add_to_tally(of_list text, owner bigint, with_status text, with_method text, by bigint) returns void
language sql as $$
  insert into tally as t (list, owner_id, status, method, slot, size)
  values (of_list, owner, with_status, with_method, pg_backend_pid() % 16, by)
  on conflict (list, owner_id, status, method, slot) do update set size = t.size + excluded.size;
$$;

-- Each in the order of the key, so that two writers never wait for each other crosswise.
create function tally_orders_added() returns trigger language plpgsql as $$
begin
  perform add_to_tally('farmer orders', farmer_id, order_status, payment_method, n)
     from (select farmer_id, order_status, payment_method, count(*) as n from added group by 1, 2, 3 order by 1, 2, 3) c;
  perform add_to_tally('open orders', receptionist_id, '', '', n)
     from (select receptionist_id, count(*) as n from added where not closed and receptionist_id is not null group by 1 order by 1) c;
  return null;
end $$;

create function tally_orders_changed() returns trigger language plpgsql as $$
begin
  perform add_to_tally('farmer orders', farmer_id, order_status, payment_method, n)
     from (select farmer_id, order_status, payment_method, sum(step)::bigint as n
             from (select farmer_id, order_status, payment_method, 1 as step from added
                   union all select farmer_id, order_status, payment_method, -1 from removed) s
            group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3) c;
  perform add_to_tally('open orders', receptionist_id, '', '', n)
     from (select receptionist_id, sum(step)::bigint as n
             from (select receptionist_id, closed, 1 as step from added
                   union all select receptionist_id, closed, -1 from removed) s
            where not closed and receptionist_id is not null group by 1 having sum(step) <> 0 order by 1) c;
  return null;
end $$;

create trigger spray_order_tallied after insert on spray_order
  referencing new table as added for each statement execute function tally_orders_added();
create trigger spray_order_tallied_again after update on spray_order
  referencing new table as added old table as removed for each statement execute function tally_orders_changed();

-- The other lists only ever get longer or shorter: nothing in them moves from one owner to another.
create function tally_rows() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  if tg_table_name = 'crew_member' then
    perform add_to_tally('sprayer orders', sprayer_id, '', '', step * n)
       from (select sprayer_id, count(*) as n from rows group by 1 order by 1) c;
  elsif tg_table_name = 'notification' then
    perform add_to_tally('notifications', recipient_id, '', '', step * n)
       from (select recipient_id, count(*) as n from rows group by 1 order by 1) c;
  else
    perform add_to_tally('feedback', 0, '', '', step * n) from (select count(*) as n from rows) c where n > 0;
  end if;
  return null;
end $$;

create trigger crew_member_added after insert on crew_member
  referencing new table as rows for each statement execute function tally_rows();
create trigger crew_member_removed after delete on crew_member
  referencing old table as rows for each statement execute function tally_rows();
create trigger notification_added after insert on notification
  referencing new table as rows for each statement execute function tally_rows();
create trigger notification_removed after delete on notification
  referencing old table as rows for each statement execute function tally_rows();
create trigger feedback_added after insert on feedback
  referencing new table as rows for each statement execute function tally_rows();
create trigger feedback_removed after delete on feedback
  referencing old table as rows for each statement execute function tally_rows();

-- Everything from the beginning: for what was there before this file, and for data loaded past the triggers.
create procedure tally_everything() language sql as $$
  delete from tally;
  insert into tally (list, owner_id, status, method, slot, size)
  select 'farmer orders', farmer_id, order_status, payment_method, 0, count(*) from spray_order group by 2, 3, 4
  union all
  select 'open orders', receptionist_id, '', '', 0, count(*) from spray_order where not closed and receptionist_id is not null group by 2
  union all
  select 'sprayer orders', sprayer_id, '', '', 0, count(*) from crew_member group by 2
  union all
  select 'notifications', recipient_id, '', '', 0, count(*) from notification group by 2
  union all
  select 'feedback', 0, '', '', 0, count(*) from feedback;
$$;
call tally_everything();
