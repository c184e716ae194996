-- migration: batches
-- Addresses of the present staff are trusted like those of new staff.
insert into verified_email (user_id, email_key, verified_at)
select u.id, lower(u.email), u.created_at from app_user u
 where u.role <> 'farmer' and u.active and u.email is not null and not exists (select 1 from verified_email v where v.user_id = u.id)
 limit 1000
on conflict do nothing;
