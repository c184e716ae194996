-- Photos that go with feedback. The pictures themselves are in the photo storage, under their key.
create table feedback_photo (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references feedback (order_id),
  key        text not null unique,
  width      integer not null,
  height     integer not null,
  bytes      integer not null,
  created_at timestamptz not null
);
create index feedback_photo_of_order on feedback_photo (order_id, id);
