-- migration: no-transaction
create unique index concurrently access_token_id on access_token (id);
