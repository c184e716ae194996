-- Channels by which people get messages (push, Zalo, SMS, mail), and the log of these messages.

-- Defaults of the company. A single row.
create table channel_setting (
  id           boolean primary key default true check (id),
  channels     text[] not null default '{push,zalo,sms,mail}',
  quiet_from   time not null default '21:00',
  quiet_to     time not null default '05:00',
  -- Price of one part of an SMS, and what may be spent on a day, in the currency of the company.
  sms_price    numeric not null default 800 check (sms_price >= 0),
  sms_budget   numeric not null default 200000 check (sms_budget >= 0),
  code_budget  numeric not null default 100000 check (code_budget >= 0)
);
insert into channel_setting default values;

-- Whether someone wants mails is app_user.mail_notifications.
create table channel_preference (
  user_id   bigint primary key references app_user on delete cascade,
  -- In order; a channel that is not listed is turned off.
  channels  text[] not null,
  -- Vietnamese without marks, if that saves a part of an SMS.
  plain_sms boolean not null default false
);

-- One row per message and person: the log, and the queue of the channels other than mail.
create table message_delivery (
  id              bigint generated always as identity primary key,
  -- What the message is about: the same key is never sent twice.
  key             text not null unique,
  -- Null: a sign-in code.
  recipient_id    bigint references app_user on delete cascade,
  order_id        bigint,
  type            text not null,
  urgent          boolean not null default false,
  language        text not null,
  subject         text not null,
  text            text not null,
  mail_text       text not null default '',
  bill_id         bigint,
  -- Where it goes, in order; `channel` is the one at position `step`.
  channels        text[] not null,
  step            integer not null default 1,
  channel         text not null,
  -- waiting: due at due_at. sending: handed to the provider, outcome not known before due_at. queued: in the queue of mails.
  -- failed, unknown: dead letters.
  status          text not null check (status in ('waiting', 'sending', 'queued', 'sent', 'delivered', 'failed', 'unknown')),
  attempts        integer not null default 0,
  -- Claims on the current channel, and all of them: a process that was suspended recognises by the latter that it lost its claim.
  tries           integer not null default 0,
  claims          integer not null default 0,
  provider_id     text,
  -- Position of the last status that the provider reported: reports may be repeated and come in any order.
  provider_rank   smallint not null default 0,
  parts           integer,
  cost            numeric,
  -- The day whose budget the cost is part of.
  cost_day        date,
  last_error      text,
  -- What happened on earlier channels.
  history         jsonb not null default '[]',
  created_at      timestamptz not null,
  last_attempt_at timestamptz,
  due_at          timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index message_delivery_due on message_delivery (channel, due_at, id) where status in ('waiting', 'sending');
create index message_delivery_provider on message_delivery (provider_id) where provider_id is not null;
create index message_delivery_by_status on message_delivery (status, id);
create index message_delivery_by_channel on message_delivery (channel, id);
create index message_delivery_by_both on message_delivery (status, channel, id);
create index message_delivery_age on message_delivery (created_at);
create index message_delivery_recipient on message_delivery (recipient_id, id);

create function tally_messages() returns trigger language plpgsql as $$
begin
  insert into tally_news (list, owner_id, status, method, size)
  select 'messages', 0, status, channel, sum(step)
    from (select status, channel, 1 as step from added union all select status, channel, -1 from removed) changed
   group by status, channel having sum(step) <> 0;
  return null;
end $$;
create function tally_new_messages() returns trigger language plpgsql as $$
begin
  insert into tally_news (list, owner_id, status, method, size)
  select 'messages', 0, status, channel, count(*) from added group by status, channel;
  return null;
end $$;
create function tally_old_messages() returns trigger language plpgsql as $$
begin
  insert into tally_news (list, owner_id, status, method, size)
  select 'messages', 0, status, channel, -count(*) from removed group by status, channel;
  return null;
end $$;
create trigger message_delivery_added after insert on message_delivery
  referencing new table as added for each statement execute function tally_new_messages();
create trigger message_delivery_changed after update on message_delivery
  referencing new table as added old table as removed for each statement execute function tally_messages();
create trigger message_delivery_removed after delete on message_delivery
  referencing old table as removed for each statement execute function tally_old_messages();

-- The row of the log that a mail belongs to. Without a reference: mails and messages are deleted independently.
alter table outgoing_mail add column message_id bigint;

-- A channel whose provider fails repeatedly is skipped until open_until.
create table channel_state (
  channel    text primary key,
  failures   integer not null default 0,
  open_until timestamptz
);

-- What has been spent on SMS, by day of the company: `message` and `code` have budgets of their own.
create table sms_spending (
  day        date not null,
  kind       text not null check (kind in ('message', 'code')),
  spent      numeric not null default 0 check (spent >= 0),
  refused    integer not null default 0,
  -- When the admins got the alarm of this day.
  alarm_at   timestamptz,
  primary key (day, kind)
);

-- Numbers that answered STOP.
create table sms_opt_out (
  phone_key text primary key,
  at        timestamptz not null
);
-- Incoming messages by the provider's id, so that a repeated one has no effect.
create table sms_inbound (
  provider_id text primary key,
  at          timestamptz not null
);
create index sms_inbound_age on sms_inbound (at);

-- Secrets of the service that it has to read again, encrypted (AES-256-GCM).
create table stored_secret (
  name       text primary key,
  sealed     bytea not null,
  changed_at timestamptz not null
);

-- Browsers that get push messages.
create table push_subscription (
  id           bigint generated always as identity primary key,
  user_id      bigint not null references app_user on delete cascade,
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  device       text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz
);
create index push_subscription_of_user on push_subscription (user_id, id);

-- Approved Zalo templates by type of event and language.
create table zalo_template (
  type        text not null,
  language    text not null check (language in ('en', 'vi')),
  template_id text not null,
  -- Names of the template's fields, and the value of each.
  fields      jsonb not null,
  primary key (type, language)
);
