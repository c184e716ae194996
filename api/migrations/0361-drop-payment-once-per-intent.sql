-- migration: no-transaction
drop index concurrently if exists payment_once_per_intent;
