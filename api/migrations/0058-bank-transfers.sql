-- Payment by bank transfer: the company's account, what farmers report as paid, and the lines of bank statements that have paid an order.
create table bank_account (
  is_only        boolean primary key default true check (is_only),
  bank_bin       text not null,
  account_number text not null,
  account_holder text not null
);

create table bank_transfer (
  id          bigint generated always as identity primary key,
  order_id    bigint not null references spray_order,
  amount      numeric not null,
  reported_at timestamptz not null,
  status      text not null default 'reported' check (status in ('reported', 'confirmed', 'rejected')),
  decided_at  timestamptz,
  decided_by  bigint references app_user,
  check ((status = 'reported') = (decided_at is null))
);
create unique index bank_transfer_open on bank_transfer (order_id) where status = 'reported';
create index bank_transfer_of_order on bank_transfer (order_id, id);

-- A line pays once: neither its transaction number nor its content may come again.
create table bank_line (
  id                 bigint generated always as identity primary key,
  order_id           bigint not null references spray_order,
  transaction_number text unique,
  content_hash       bytea not null unique,
  booked_on          date,
  amount             numeric not null,
  memo               text not null,
  confirmed_by       bigint not null references app_user,
  at                 timestamptz not null
);
create index bank_line_of_order on bank_line (order_id);
