-- What a password reset has ended: devices, passkeys, linked sign-ins, push devices, calendar addresses. Its user sees the list after the
-- reset and adds each again. Rows are deleted when they are added again, dismissed, or expired.
create table ended_access (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references app_user on delete cascade,
  kind       text not null check (kind in ('device', 'passkey', 'sign_in_provider', 'push_device', 'calendar_address', 'phone_confirmation', 'api_key')),
  -- By which the user recognises it; null: it has no name.
  name       text,
  -- Of a sign-in provider.
  issuer_id  bigint references oidc_issuer on delete cascade,
  ended_at   timestamptz not null,
  expires_at timestamptz not null
);
create index ended_access_of_user on ended_access (user_id, id);
create index ended_access_of_issuer on ended_access (issuer_id) where issuer_id is not null;
create index ended_access_expiry on ended_access (expires_at);

-- When the access of an account that someone could use was last ended. After that a code by SMS to an unconfirmed number is no proof any
-- more, because an intruder may have entered the number. Null: never.
alter table app_user add column access_ended_at timestamptz;
