-- migration: batches
-- The sort names of existing rows.
update product set sort_name = sort_name_of(name)
 where id in (select b.id from product b where b.sort_name is null limit 1000);
