-- The private calendar address of a user. Only the SHA-256 of its token is kept.
create table calendar_feed (
  user_id    bigint primary key references app_user on delete cascade,
  hash       bytea not null unique,
  -- The role of the account when the address was created: it decides which orders are in the calendar.
  role       text not null,
  created_at timestamptz not null
);
