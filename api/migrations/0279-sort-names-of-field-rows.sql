-- migration: batches
-- The sort names of existing rows.
update field set sort_name = sort_name_of(name)
 where id in (select b.id from field b where b.sort_name is null order by b.id limit 1000);
