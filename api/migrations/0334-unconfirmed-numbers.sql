-- migration: batches
-- The numbers of the farmers of the previous file are not confirmed, unless a code has been entered since.
with part as (
  select id from self_registered_farmer order by id limit 1000
), changed as (
  update app_user u set phone_confirmed = false from part
   where u.id = part.id and not exists (select 1 from verified_phone v where v.user_id = u.id)
)
delete from self_registered_farmer where id in (select id from part);
