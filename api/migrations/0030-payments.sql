-- What a stored answer needs besides its body. Rows of the version before have neither: 200, without headers of their own.
alter table idempotency_key
  add column status  smallint,
  add column headers jsonb;

-- Requests to the payment provider that had no clear outcome: which attempt is current, and since when. The provider stores the
-- answer to each key, errors included, so an attempt that provably did nothing is followed by one with another key.
create table provider_request (
  subject text primary key,
  attempt integer not null,
  since   timestamptz not null
);

-- Since when the provider could not be asked about an intent, or a refund not be made: the office has been notified.
alter table payment_intent add column stuck_at timestamptz;

-- Money that the office gives back may go by bank transfer.
alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check check (method in ('cash', 'transfer', 'visa', 'mastercard')) not valid;
