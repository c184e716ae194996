-- Photos of the finished work from the crew, and of an objection from the farmer. The pictures are in the photo storage, under their key.
create table order_photo (
  id           bigint generated always as identity primary key,
  order_id     bigint not null references spray_order,
  kind         text not null check (kind in ('report', 'objection')),
  objection_id bigint references objection,
  author_id    bigint not null references app_user,
  key          text not null unique,
  width        integer not null,
  height       integer not null,
  bytes        integer not null,
  created_at   timestamptz not null,
  check ((kind = 'objection') = (objection_id is not null))
);
create index order_photo_of_order on order_photo (order_id, id);

-- What farmer, office and crew write to one another about an order.
create table order_message (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references spray_order,
  author_id  bigint not null references app_user,
  text       text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null
);
create index order_message_of_order on order_message (order_id, id);

-- Up to which message each reader has read the thread of an order.
create table order_message_read (
  order_id bigint not null references spray_order,
  user_id  bigint not null references app_user,
  last_id  bigint not null,
  primary key (order_id, user_id)
);
