-- migration: no-transaction
-- Farmers by the beginnings of words in their name and address, without accents.
create index concurrently app_user_customer_words on app_user
  using gin (array_to_tsvector(plain_words(full_name || ' ' || coalesce(street, '') || ' ' || coalesce(city, '') || ' ' || coalesce(province, '')))) where role = 'farmer';
-- The office's list of active farmers, by name.
create index concurrently app_user_customers on app_user (full_name, id) where role = 'farmer' and active;
