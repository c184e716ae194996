-- migration: no-transaction
-- Searches read order_search_keys since 0263.
drop index concurrently if exists order_search_words;
