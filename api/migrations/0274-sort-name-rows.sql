-- migration: batches
-- The sort names of existing people.
update app_user set sort_name = joined_words(plain_words(full_name))
 where id in (select b.id from app_user b where b.sort_name is null order by b.id limit 1000);
