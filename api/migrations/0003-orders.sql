create table spray_order (
  id              bigint generated always as identity primary key,
  farmer_id       bigint not null references app_user,
  receptionist_id bigint references app_user,
  date            date not null,
  session_id      bigint not null references spray_session,
  location        text not null,
  latitude        double precision not null check (latitude between -90 and 90),
  longitude       double precision not null check (longitude between -180 and 180),
  crop_id         bigint not null references crop,
  area            numeric not null check (area >= 1),
  cost            numeric not null check (cost >= 0),
  order_status    text not null
                    check (order_status in ('pending', 'cancelled', 'confirmed', 'assigned', 'in_progress', 'completed')),
  payment_status  text not null default 'pending' check (payment_status in ('pending', 'paid', 'failed')),
  payment_method  text not null check (payment_method in ('cash', 'visa', 'mastercard')),
  completion_date date,
  confirmed       boolean not null,
  creation_date   date not null,
  created_at      timestamptz not null,
  -- What crew and farmer have said about the work; the order is complete when both have.
  reported_at     timestamptz,
  signed_off_at   timestamptz,
  version         integer not null default 1,
  closed          boolean not null generated always as (order_status in ('completed', 'cancelled')) stored,
  check (confirmed or order_status in ('pending', 'cancelled')),
  check ((completion_date is not null) = (order_status = 'completed'))
);
create index spray_order_of_farmer on spray_order (farmer_id, closed, date desc, id desc);
create index spray_order_of_day on spray_order (date, session_id);
create index spray_order_load on spray_order (receptionist_id) where not closed;

create table order_history (
  id          bigint generated always as identity primary key,
  order_id    bigint not null references spray_order,
  at          timestamptz not null,
  actor_id    bigint references app_user,
  action      text not null,
  from_status text,
  to_status   text not null,
  reason      text
);
create index order_history_of_order on order_history (order_id, id);

-- Events commit with the change they tell of; a worker takes them from here.
create table outbox_event (
  id       bigint generated always as identity primary key,
  at       timestamptz not null,
  type     text not null,
  order_id bigint not null references spray_order,
  actor_id bigint references app_user
);
