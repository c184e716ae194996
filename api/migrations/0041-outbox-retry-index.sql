-- migration: no-transaction
create index concurrently outbox_event_retrying on outbox_event (order_id, id) where next_attempt_at is not null;
