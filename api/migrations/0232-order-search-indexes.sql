-- migration: no-transaction
-- The list of the office in its default order.
create index concurrently order_search_list on order_search (closed, date desc, id desc);
-- A search reads the pending entries one by one, so they stay few.
create index concurrently order_search_words on order_search using gin (words) with (gin_pending_list_limit = 256);
