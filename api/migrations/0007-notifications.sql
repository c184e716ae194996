create table notification (
  id           bigint generated always as identity primary key,
  recipient_id bigint not null references app_user,
  order_id     bigint not null references spray_order,
  subject      text not null,
  text         text not null,
  at           timestamptz not null,
  read_at      timestamptz
);
create index notification_of_recipient on notification (recipient_id, at desc, id desc);
