-- Live streams that are open, whichever process holds them: the limit per user counts them all. A process renews what it holds, so those
-- of one that was killed lapse by themselves. Nothing here has to survive a crash of the database: the streams do not, either.
create unlogged table stream_lease (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index stream_lease_of_user on stream_lease (user_id);
