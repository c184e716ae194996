-- Cancelled orders with money or an intent still on them: what the refunds look for.
create index spray_order_to_refund on spray_order (id)
  where order_status = 'cancelled' and payment_status = 'paid' and payment_method <> 'cash';
create index payment_intent_open on payment_intent (order_id) where status = 'open';

-- The sandbox's side of giving money back.
alter table sandbox_intent add column refunded boolean not null default false;
