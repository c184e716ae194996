-- migration: no-transaction
create index concurrently payment_intent_stuck on payment_intent (order_id) where stuck_at is not null;

-- Cancelled orders whose cash has not been given back.
create index concurrently spray_order_cash_to_return on spray_order (date)
  where order_status = 'cancelled' and payment_status = 'paid' and payment_method = 'cash';

alter table payment validate constraint payment_method_check;
