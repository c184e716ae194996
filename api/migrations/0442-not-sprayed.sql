-- Visits that ended without spraying.
create table not_sprayed (
  id         bigint generated always as identity primary key,
  order_id   bigint not null references spray_order,
  -- The time of the order then: once it is moved, the office has nothing more to decide.
  date       date not null,
  session_id bigint not null references spray_session,
  reason     text not null check (reason in ('flooded', 'nobody_there', 'weather', 'machine', 'other')),
  note       text check (length(note) between 1 and 2000),
  actor_id   bigint not null references app_user,
  -- In the field.
  at         timestamptz not null,
  noted_at   timestamptz not null
);
create index not_sprayed_of_order on not_sprayed (order_id, id);

-- Photos of why a field was not sprayed.
alter table order_photo add column not_sprayed_id bigint;
alter table order_photo add constraint order_photo_not_sprayed_id_fkey foreign key (not_sprayed_id) references not_sprayed not valid;
alter table order_photo drop constraint order_photo_kind_check;
alter table order_photo add constraint order_photo_kind_check check (kind in ('report', 'objection', 'not_sprayed')) not valid;
alter table order_photo add constraint order_photo_not_sprayed_check check ((kind = 'not_sprayed') = (not_sprayed_id is not null)) not valid;
