-- Zalo: the account whose access token expires, and what a message needs on channels other than the first.

-- A single row. Its secrets are in stored_secret: `zalo-app` (app secret and key of the official account) and `zalo-tokens`.
create table zalo_account (
  id               boolean primary key default true check (id),
  app_id           text not null,
  -- Counts the pairs of tokens. A refresh token is used once: only the answer to the newest pair may replace it.
  generation       bigint not null default 1,
  -- Of the access token; null: there is none yet.
  expires_at       timestamptz,
  -- A process uses the refresh token until then, or the last refusal of Zalo is not repeated before.
  refreshing_until timestamptz,
  -- Why Zalo refused the refresh token; null: it has not.
  token_error      text
);

-- Values for the fields of a Zalo template, and the invitation (iCalendar) for a mail that is not the first channel.
alter table message_delivery add column data jsonb, add column calendar text;
