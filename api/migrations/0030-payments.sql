-- What a stored answer needs besides its body. Rows of the version before have neither: 200, without headers of their own.
alter table idempotency_key
  add column status  smallint,
  add column headers jsonb;
-- Answers that were stored with a payment secret in them. A repeat opens the same intent again.
delete from idempotency_key where answer like '%"clientSecret"%';

-- Requests to the payment provider that had no clear outcome: which attempt is current, and since when. The provider stores the
-- answer to each key, errors included, so an attempt that provably did nothing is followed by one with another key.
create table provider_request (
  subject text primary key,
  attempt integer not null,
  since   timestamptz not null
);

-- Since when the provider could not be asked about an intent, or a refund not be made: the office has been notified.
alter table payment_intent add column stuck_at timestamptz;
create index payment_intent_stuck on payment_intent (order_id) where stuck_at is not null;

-- Money that the office gives back may go by bank transfer.
alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check check (method in ('cash', 'transfer', 'visa', 'mastercard')) not valid;
alter table payment validate constraint payment_method_check;

-- Cancelled orders whose cash has not been given back.
create index spray_order_cash_to_return on spray_order (date)
  where order_status = 'cancelled' and payment_status = 'paid' and payment_method = 'cash';
