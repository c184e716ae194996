-- Whether the office or a code has confirmed that the number is that of the person. A farmer who registers may type any number: until it is
-- confirmed, the office does not find the account by it. The default counts for what the office enters, and for what the previous version writes.
alter table app_user add column phone_confirmed boolean not null default true;

-- A number that was proved by a code is confirmed. Violates app_user_phone if another account has the number confirmed.
create function confirm_verified_phone() returns trigger language plpgsql as $$
begin
  update app_user set phone_confirmed = true where id = new.user_id and phone_key = new.phone_key and not phone_confirmed;
  return null;
end $$;
create trigger verified_phone_confirms after insert or update on verified_phone for each row execute function confirm_verified_phone();
