-- migration: no-transaction
create unique index concurrently payment_once_per_part on payment (provider_reference, kind, part) where provider_reference is not null;
