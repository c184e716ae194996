-- migration: batches
-- The sort names of existing rows.
update sensitive_place set sort_name = sort_name_of(name)
 where id in (select b.id from sensitive_place b where b.sort_name is null limit 1000);
