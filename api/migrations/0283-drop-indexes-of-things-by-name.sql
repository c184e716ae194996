-- migration: no-transaction
-- Replaced by the indexes of the previous file, or needed for its rows only.
drop index concurrently if exists field_of_farmer;
drop index concurrently if exists field_by_name;
drop index concurrently if exists product_by_name;
drop index concurrently if exists sensitive_place_by_name;
drop index concurrently if exists field_without_sort_name;
