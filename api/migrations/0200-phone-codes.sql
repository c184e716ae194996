-- Codes by SMS: to sign in, to register, to set a new password and to confirm a number.

-- Numbers that their account has proved to own. Only these sign in by code.
create table verified_phone (
  user_id     bigint primary key references app_user on delete cascade,
  phone_key   text not null,
  verified_at timestamptz not null
);

-- A changed number has to be proved again, also if it is changed back.
create function forget_verified_phone() returns trigger language plpgsql as $$
begin
  delete from verified_phone where user_id = new.id;
  return null;
end $$;
create trigger app_user_phone_changed after update of phone_number on app_user
  for each row when (old.phone_key is distinct from new.phone_key) execute function forget_verified_phone();

-- Whether the account has a way to sign in other than its number. The table of identities of other issuers may come with a later file.
create function has_sign_in(account_id bigint) returns boolean language plpgsql stable as $$
begin
  if exists (select 1 from app_user where id = account_id and password_hash is not null)
     or exists (select 1 from passkey where user_id = account_id) then
    return true;
  end if;
  if to_regclass('oidc_identity') is not null then
    return exists (select 1 from oidc_identity where user_id = account_id);
  end if;
  return false;
end $$;

-- Codes that were asked for, each for one browser (the SHA-256 of its cookie), one purpose and once.
create table phone_code (
  id           bigint generated always as identity primary key,
  browser_hash bytea not null unique,
  purpose      text not null check (purpose in ('sign_in', 'registration', 'reset', 'verification')),
  phone_key    text not null,
  -- The signed-in user who confirms a number; null for the other purposes.
  user_id      bigint references app_user on delete cascade,
  language     text not null check (language in ('en', 'vi')),
  -- HMAC-SHA-256 with a key outside the database; null: the code has not been made yet.
  code_hash    bytea,
  tries        integer not null default 0,
  claimed_at   timestamptz,
  expires_at   timestamptz not null
);
create index phone_code_unclaimed on phone_code (id) where claimed_at is null;
create index phone_code_expiry on phone_code (expires_at);
create index phone_code_user on phone_code (user_id) where user_id is not null;

-- Counts one attempt under each key, if all of them are within their limits; otherwise it counts none and returns the seconds to wait.
-- The rows are locked in the order of the keys, so callers must use the same order of kinds.
create function count_within_limits(keys text[], limits integer[], windows integer[], at timestamptz) returns integer language plpgsql as $$
declare
  attempts_so_far integer;
  seconds_left    numeric;
begin
  for i in 1 .. cardinality(keys) loop
    insert into sign_in_attempt as a (key, attempts, window_ends_at) values (keys[i], 0, at + make_interval(secs => windows[i]))
    on conflict (key) do update
      set attempts = case when a.window_ends_at <= at then 0 else a.attempts end,
          window_ends_at = case when a.window_ends_at <= at then excluded.window_ends_at
                                else least(a.window_ends_at, excluded.window_ends_at) end
    returning a.attempts, extract(epoch from a.window_ends_at - at) into attempts_so_far, seconds_left;
    if attempts_so_far >= limits[i] then
      return greatest(1, ceil(seconds_left));
    end if;
  end loop;
  update sign_in_attempt set attempts = attempts + 1 where key = any(keys);
  return 0;
end $$;
