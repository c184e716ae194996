-- A card payment can be refunded in several parts: 0 for the first, then 1, 2 and so on.
alter table payment add column part integer not null default 0;
