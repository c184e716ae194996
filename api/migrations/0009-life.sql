-- Which version of the order a step made: tells someone with an old view what has changed since.
alter table order_history add column version integer not null default 1;

-- People outside the order's present crew whom an event concerns, like a sprayer who was taken off it.
alter table outbox_event add column people bigint[] not null default '{}';

-- What the crew says of the work, once.
create table work_report (
  order_id      bigint primary key references spray_order,
  sprayer_id    bigint not null references app_user,
  area_sprayed  numeric not null check (area_sprayed >= 0),
  note          text check (length(note) <= 2000),
  cash_received numeric check (cash_received >= 0),
  change_due    numeric check (change_due >= 0),
  at            timestamptz not null
);

-- For the timers: work waiting for a sign-off, and bookings that nobody confirmed in time.
create index spray_order_waiting on spray_order (reported_at) where order_status = 'in_progress' and reported_at is not null;
create index spray_order_unconfirmed on spray_order (date) where order_status = 'pending';

-- Answers kept under the key that a client gave, so that a repeated request is answered and not repeated.
create table idempotency_key (
  user_id      bigint not null references app_user on delete cascade,
  key          text not null,
  request_hash bytea not null,
  answer       text,
  created_at   timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
