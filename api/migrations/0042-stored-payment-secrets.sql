-- migration: batches
-- Responses that were stored with a payment secret. A repeat of the request opens the same intent again.
delete from idempotency_key where (user_id, key) in (
  select user_id, key from idempotency_key where answer like '%"clientSecret"%' limit 1000);
