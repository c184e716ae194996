create table app_user (
  id            bigint generated always as identity primary key,
  email         text,
  full_name     text not null,
  phone_number  text,
  -- One person, one number, however it was typed: spaces dropped, +84 read as the leading 0.
  phone_key     text generated always as
                  (regexp_replace(regexp_replace(phone_number, '\s', '', 'g'), '^\+84', '0')) stored,
  street        text,
  city          text,
  province      text,
  postal_code   text,
  expertise     text check (expertise in ('apprentice', 'adept', 'expert')),
  role          text not null check (role in ('farmer', 'receptionist', 'sprayer', 'admin')),
  active        boolean not null default true,
  language      text not null default 'vi' check (language in ('en', 'vi')),
  password_hash text,
  created_at    timestamptz not null,
  check ((role = 'sprayer') = (expertise is not null))
);
create unique index app_user_email on app_user (lower(email));
create unique index app_user_phone on app_user (phone_key);
create index app_user_staff on app_user (role, id) where role <> 'farmer' and active;

-- What a signed-in user holds. Only the SHA-256 of the token is kept.
create table access_token (
  hash       bytea primary key,
  user_id    bigint not null references app_user on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index access_token_user on access_token (user_id);
create index access_token_expiry on access_token (expires_at);

-- Guesses at a password, counted per account and per address until the window ends.
create table sign_in_attempt (
  key            text primary key,
  attempts       integer not null,
  window_ends_at timestamptz not null
);

-- The one-time invitation for the first admin.
create table setup_token (
  hash       bytea primary key,
  created_at timestamptz not null
);
