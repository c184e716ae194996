-- migration: no-transaction
-- The batches of the next file find the remaining rows by it.
create index concurrently app_user_without_sort_name on app_user (id) where sort_name is null;
