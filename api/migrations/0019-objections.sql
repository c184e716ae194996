-- A farmer who is not content with work that was reported done says so within 72 hours; the office settles it.
create table objection (
  id          bigint generated always as identity primary key,
  order_id    bigint not null references spray_order,
  text        text not null check (length(text) between 1 and 1000),
  created_at  timestamptz not null,
  -- Settled by the office with an answer, or by the sign-off, which needs none.
  resolved_at timestamptz,
  resolver_id bigint references app_user,
  answer      text check (length(answer) between 1 and 1000),
  check (resolved_at is not null or (resolver_id is null and answer is null))
);
create unique index objection_one_open on objection (order_id) where resolved_at is null;
create index objection_of_order on objection (order_id, id);

-- Whether one is open, kept with the order and under its lock; and when the last was settled: the 72 hours begin anew then.
alter table spray_order add column objected boolean not null default false;
alter table spray_order add column settled_at timestamptz;

-- What someone said when they made the event, like the reason of a cancellation.
alter table outbox_event add column note text;

-- For the timers and the office: work that waits for its farmer's word, and what the farmer is not content with.
create index spray_order_unsigned on spray_order (coalesce(settled_at, reported_at))
  where order_status = 'in_progress' and reported_at is not null and not objected;
create index spray_order_objected on spray_order (id) where objected;
