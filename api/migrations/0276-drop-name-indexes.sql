-- migration: no-transaction
-- Replaced by the indexes of the previous file, or needed for its rows only.
drop index concurrently if exists app_user_by_name;
drop index concurrently if exists app_user_customers;
drop index concurrently if exists app_user_sprayer;
drop index concurrently if exists app_user_farmer_plain_name;
drop index concurrently if exists app_user_without_sort_name;
