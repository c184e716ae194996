-- migration: no-transaction
-- Searches read order_search since 0230.
drop index concurrently if exists spray_order_found_by;
