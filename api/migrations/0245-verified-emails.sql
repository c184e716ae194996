-- E-mail addresses that their account has proved to own, so that a sign-in provider may link an account by its address.
create table verified_email (
  user_id     bigint primary key references app_user on delete cascade,
  -- In lower case.
  email_key   text not null,
  verified_at timestamptz not null
);

-- A changed address has to be proved again, also if it is changed back.
create function forget_verified_email() returns trigger language plpgsql as $$
begin
  delete from verified_email where user_id = new.id;
  return null;
end $$;
create trigger app_user_email_changed after update of email on app_user
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function forget_verified_email();

-- Only an admin creates accounts of staff, so their first address is trusted.
create function trust_email_of_staff() returns trigger language plpgsql as $$
begin
  insert into verified_email (user_id, email_key, verified_at) values (new.id, lower(new.email), new.created_at);
  return null;
end $$;
create trigger app_user_staff_added after insert on app_user
  for each row when (new.role <> 'farmer' and new.email is not null) execute function trust_email_of_staff();

-- The address to which a password link was mailed; null: it was shown to someone.
alter table password_reset add column email text;

-- Removes what an earlier holder of an account could still use, except password and tokens. Returns how many of each there were.
create function remove_account_access(account_id bigint, at timestamptz)
  returns table (passkeys bigint, identities bigint, phones bigint, calendars bigint, subscriptions bigint, keys bigint) language plpgsql as $$
begin
  delete from passkey_challenge where user_id = account_id;
  delete from oidc_attempt where user_id = account_id;
  delete from phone_code where user_id = account_id;
  return query
    with passkeys as (delete from passkey where user_id = account_id returning 1),
         identities as (delete from oidc_identity where user_id = account_id returning 1),
         phones as (delete from verified_phone where user_id = account_id returning 1),
         calendars as (delete from calendar_feed where user_id = account_id returning 1),
         subscriptions as (delete from push_subscription where user_id = account_id returning 1),
         keys as (update api_key set revoked_at = at where user_id = account_id and revoked_at is null returning 1)
    select (select count(*) from passkeys), (select count(*) from identities), (select count(*) from phones),
           (select count(*) from calendars), (select count(*) from subscriptions), (select count(*) from keys);
end $$;
