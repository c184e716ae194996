-- For the live stream: what came after a notification, in order.
create index notification_after on notification (recipient_id, id);


-- Other systems that want to hear of orders.
create table webhook (
  id               bigint generated always as identity primary key,
  url              text not null,
  description      text not null,
  event_types      text[] not null,
  active           boolean not null,
  secret           bytea not null,
  -- For a day after a change of secret, messages are signed with both.
  old_secret       bytea,
  old_secret_until timestamptz,
  created_at       timestamptz not null,
  -- Since when nothing has got through.
  failing_since    timestamptz
);

-- Each message to each of them, with how it went.
create table webhook_delivery (
  id              bigint generated always as identity primary key,
  webhook_id      bigint not null references webhook on delete cascade,
  message_id      text not null,
  type            text not null,
  payload         text not null,
  status          text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts        integer not null default 0,
  -- Attempts since it was written or replayed: the back-off goes by these.
  tries           integer not null default 0,
  created_at      timestamptz not null,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_code   integer,
  last_error      text,
  unique (webhook_id, message_id),
  check ((status = 'waiting') = (next_attempt_at is not null))
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, id) where status = 'waiting';
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_age on webhook_delivery (created_at) where status <> 'waiting';
