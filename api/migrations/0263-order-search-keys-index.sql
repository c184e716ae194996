-- migration: no-transaction
-- A search reads the pending entries one by one, so they stay few.
create index concurrently order_search_keys on order_search using gin (order_search_keys(id, words)) with (gin_pending_list_limit = 256);
