-- What admins did and when staff signed in: appended to, never changed, and never with a secret in it.
create table audit_entry (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  actor_id     bigint references app_user,
  action       text not null,
  subject_type text not null,
  subject_id   bigint,
  changes      jsonb not null default '[]'
);
create index audit_entry_newest on audit_entry (at desc, id desc);
create index audit_entry_of_actor on audit_entry (actor_id, at desc, id desc);

-- Links to a new password, each good for once. Only the SHA-256 of the token is kept.
create table password_reset (
  hash       bytea primary key,
  user_id    bigint not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_reset_user on password_reset (user_id);
create index password_reset_expiry on password_reset (expires_at);

-- Letters that wait for a worker to send them; written with the change that they tell of.
create table outgoing_mail (
  id         bigint generated always as identity primary key,
  to_address text not null,
  subject    text not null,
  text       text not null,
  created_at timestamptz not null,
  not_before timestamptz not null,
  attempts   integer not null default 0,
  sent_at    timestamptz,
  last_error text
);
create index outgoing_mail_waiting on outgoing_mail (not_before, id) where sent_at is null;

alter table app_user add column mail_notifications boolean not null default true;

create index notification_unread on notification (recipient_id) where read_at is null;

-- Two sessions at the same time would give a crew two places to be; the database itself refuses them.
create type time_span as range (subtype = time);
alter table spray_session add constraint spray_session_no_overlap
  exclude using gist (time_span(start_time, end_time) with &&) where (active);
