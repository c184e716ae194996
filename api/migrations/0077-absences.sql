-- When sprayers are on leave or ill. Entering one locks the sprayer, as assigning a crew does, so a sprayer who was found present
-- stays present until the assignment is committed.
create table absence (
  id          bigint generated always as identity primary key,
  sprayer_id  bigint not null references app_user,
  from_date   date not null,
  to_date     date not null check (to_date >= from_date),
  -- null: whole days.
  session_ids bigint[] check (cardinality(session_ids) > 0),
  kind        text not null check (kind in ('leave', 'illness', 'other')),
  note        text,
  actor_id    bigint not null references app_user,
  created_at  timestamptz not null
);
create index absence_of_sprayer on absence (sprayer_id, to_date);
create index absence_by_end on absence (to_date, id);
