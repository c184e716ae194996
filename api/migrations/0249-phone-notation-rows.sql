-- migration: batches
-- The notation of the previous file for existing numbers. An account whose number another account has in its usual form is left alone.
update app_user set phone_number = regexp_replace(phone_number, '^\s*\+\s*8\s*4\s*0\s*', '+84 ')
 where id in (
   select b.id from app_user b
    where b.phone_key like '00%' and b.phone_number ~ '^\s*\+\s*8\s*4\s*0\s*[1-9](\s*\d){8,9}\s*$'
      and not exists (select 1 from app_user o where o.phone_key = substr(b.phone_key, 2))
    limit 1000);
