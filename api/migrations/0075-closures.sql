-- Days and sessions on which the company does not spray.
create table closure (
  id          bigint generated always as identity primary key,
  from_date   date not null,
  to_date     date not null check (to_date >= from_date),
  -- null: all sessions, also those that are added later.
  session_ids bigint[] check (cardinality(session_ids) > 0),
  reason      text,
  actor_id    bigint not null references app_user,
  created_at  timestamptz not null
);
create index closure_by_end on closure (to_date, id);

-- How many closures a session has on a date. It is in the row that a booking locks to take a place, so a booking and a closure
-- at the same time wait for each other, and the later one finds what the earlier one did.
alter table session_day add column closures integer not null default 0;

-- A session that is added is closed wherever whole days are. The lock is the one that closing takes, so that neither misses the other.
create function close_new_session() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(773628405);
  insert into session_day (date, session_id, taken, closures)
  select day::date, new.id, 0, count(*)
    from closure c cross join generate_series(c.from_date, c.to_date, interval '1 day') day
   where c.session_ids is null and c.to_date >= current_date - 1
   group by day order by day;
  return null;
end $$;
create trigger spray_session_added after insert on spray_session for each row execute function close_new_session();
