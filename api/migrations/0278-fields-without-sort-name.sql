-- migration: no-transaction
-- The batches of the next file find the remaining rows by it.
create index concurrently field_without_sort_name on field (id) where sort_name is null;
