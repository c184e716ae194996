-- Only the backfill of order_search needed it.
drop table order_search_backfill;
