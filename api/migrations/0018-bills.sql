-- What a bill says of the company, as far as the admin has filled it in.
alter table company
  add column address      text,
  add column tax_code     text,
  add column phone_number text,
  add column email        text;

-- The price that the cost was reckoned with: the crop's may change the next day. Null for orders from before it was kept.
alter table spray_order add column price numeric;

-- The last number given in each series. A number is taken in the transaction that writes its bill, so one that is rolled
-- back leaves no gap.
create table bill_counter (
  kind text not null check (kind in ('receipt', 'invoice')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (kind, year)
);

-- Receipts and invoices as they were issued: copies of what was true then, which no later change of a name or a price alters.
create table bill (
  id               bigint generated always as identity primary key,
  kind             text not null check (kind in ('receipt', 'invoice')),
  year             integer not null,
  serial           integer not null,
  order_id         bigint not null references spray_order,
  -- What a receipt is for. An order that was refunded and paid again has two.
  payment_id       bigint references payment,
  issued_at        timestamptz not null,
  time_zone        text not null,
  company_name     text not null,
  company_address  text,
  company_tax_code text,
  company_phone    text,
  company_email    text,
  farmer_name      text not null,
  farmer_address   text,
  farmer_phone     text,
  date             date not null,
  start_time       time not null,
  end_time         time not null,
  place            text not null,
  crop             text not null,
  area             numeric not null,
  area_unit        text not null,
  price            numeric not null,
  amount           numeric not null,
  currency         text not null,
  currency_digits  integer not null,
  method           text not null,
  paid_at          timestamptz,
  reference        text,
  unique (kind, year, serial),
  check ((kind = 'receipt') = (payment_id is not null)),
  check ((payment_id is null) = (paid_at is null))
);
create unique index bill_receipt_of_payment on bill (payment_id) where payment_id is not null;
create unique index bill_invoice_of_order on bill (order_id) where kind = 'invoice';
create index bill_of_order on bill (order_id, id);

create function refuse_bill_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued bill is never changed';
end $$;
create trigger bill_stays before update or delete on bill for each row execute function refuse_bill_change();

-- A mail may carry a bill. The PDF is made when the mail is sent.
alter table outgoing_mail
  add column bill_id       bigint references bill,
  add column bill_language text check (bill_language in ('en', 'vi')),
  add check ((bill_id is null) = (bill_language is null));
