-- What the messages about an event need to know of its order, as it was when the event happened. Null: written by an earlier version.
-- An event that cannot be dispatched is tried again at next_attempt_at (null: at once), by the database's clock.
alter table outbox_event
  add column snapshot        jsonb,
  add column attempts        integer not null default 0,
  add column next_attempt_at timestamptz,
  add column last_error      text;

-- Events that are not tried any more, until an admin replays them: then they go back to the outbox with the same id.
create table dead_letter (
  event_id   bigint primary key,
  at         timestamptz not null,
  type       text not null,
  order_id   bigint not null references spray_order,
  actor_id   bigint references app_user,
  people     bigint[] not null,
  note       text,
  snapshot   jsonb,
  attempts   integer not null,
  last_error text,
  failed_at  timestamptz not null
);
create index dead_letter_of_order on dead_letter (order_id);
