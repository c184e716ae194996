-- migration: no-transaction
-- Farmers by the beginning of their name, without case and accents.
create index concurrently app_user_farmer_plain_name on app_user (joined_words(plain_words(full_name)) text_pattern_ops) where role = 'farmer';
