create table crew_member (
  order_id     bigint not null references spray_order,
  sprayer_id   bigint not null references app_user,
  -- Copies of the order's own columns, kept by the trigger below: they let the database itself refuse
  -- a sprayer in two places at once, and let a sprayer's list read one index.
  date         date not null,
  session_id   bigint not null,
  order_status text not null,
  closed       boolean not null generated always as (order_status in ('completed', 'cancelled')) stored,
  primary key (order_id, sprayer_id)
);
create unique index crew_member_one_place_at_a_time on crew_member (sprayer_id, date, session_id)
  where order_status <> 'cancelled';
create index crew_member_list on crew_member (sprayer_id, closed, date desc, order_id desc);

create function keep_crew_in_step() returns trigger language plpgsql as $$
begin
  update crew_member
     set date = new.date, session_id = new.session_id, order_status = new.order_status
   where order_id = new.id;
  return null;
end $$;
create trigger spray_order_moved
  after update of date, session_id, order_status on spray_order
  for each row
  when ((old.date, old.session_id, old.order_status) is distinct from (new.date, new.session_id, new.order_status))
  execute function keep_crew_in_step();
