-- migration: no-transaction
-- Lists and the beginnings of names, by the sort names.
create index concurrently app_user_by_sort_name on app_user (sort_name, id);
create index concurrently app_user_customers_by_sort_name on app_user (sort_name, id) where role = 'farmer' and active;
create index concurrently app_user_sprayers_by_sort_name on app_user (sort_name, id) where role = 'sprayer';
