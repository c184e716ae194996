-- Country code and leading zero, both typed: +84 0912 345 678 is stored as +84 912 345 678, so that its key is 0912345678.
create function normalize_phone_number() returns trigger language plpgsql as $$
begin
  -- An account whose number another account has in its usual form keeps its notation until the number changes.
  if tg_op = 'UPDATE' and new.phone_number = old.phone_number then return new; end if;
  new.phone_number := regexp_replace(new.phone_number, '^\s*\+\s*8\s*4\s*0\s*', '+84 ');
  return new;
end $$;
create trigger app_user_phone_notation before insert or update of phone_number on app_user
  for each row when (new.phone_number ~ '^\s*\+\s*8\s*4\s*0\s*[1-9](\s*\d){8,9}\s*$') execute function normalize_phone_number();
