create table payment_intent (
  id          text primary key,
  order_id    bigint not null references spray_order,
  provider    text not null,
  secret_hash bytea not null,
  amount      numeric not null check (amount >= 0),
  currency    text not null,
  status      text not null default 'open' check (status in ('open', 'succeeded', 'failed', 'cancelled')),
  created_at  timestamptz not null,
  settled_at  timestamptz
);
create index payment_intent_of_order on payment_intent (order_id);
create unique index payment_intent_one_open on payment_intent (order_id) where status = 'open';

-- The ledger: appended to, never changed. paymentStatus follows from it.
create table payment (
  id                 bigint generated always as identity primary key,
  order_id           bigint not null references spray_order,
  kind               text not null check (kind in ('charge', 'failure', 'refund', 'cash')),
  amount             numeric not null check (amount >= 0),
  currency           text not null,
  method             text not null check (method in ('cash', 'visa', 'mastercard')),
  provider_reference text,
  actor_id           bigint references app_user,
  at                 timestamptz not null
);
create index payment_of_order on payment (order_id, id);
create unique index payment_once_per_intent on payment (provider_reference, kind) where provider_reference is not null;

-- The sandbox's own side of an intent: what a payment provider would keep on its servers.
create table sandbox_intent (
  id       text primary key,
  order_id bigint not null,
  amount   numeric not null,
  currency text not null,
  status   text not null
             check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'failed', 'cancelled'))
);

-- Keys made once for this installation and never sent anywhere.
create table installation_key (
  name text primary key,
  key  bytea not null
);
