-- A push device that fails five times in a row gets nothing until paused_until.
alter table push_subscription add column failures integer not null default 0;
alter table push_subscription add column paused_until timestamptz;

-- A push service that fails for five users in a row is not called until open_until.
create table push_service_state (
  service         text primary key,
  -- For whom it has failed since it last worked or was last skipped: at most four.
  failed_user_ids bigint[] not null default '{}',
  -- How often it was skipped since it last worked.
  openings        integer not null default 0,
  open_until      timestamptz
);
