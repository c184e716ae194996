-- One action of the office on many orders, kept so that it can be undone as one.
create table bulk_action (
  id        bigint generated always as identity primary key,
  at        timestamptz not null,
  actor_id  bigint not null references app_user,
  kind      text not null check (kind in ('move', 'assign', 'cancel', 'message')),
  reason    text not null check (length(reason) <= 500),
  undone_at timestamptz,
  undone_by bigint references app_user
);

-- The orders of an action, as they were before it and as it left them: undoing compares the present state with the second and restores the first.
create table bulk_action_order (
  bulk_action_id    bigint not null references bulk_action,
  order_id          bigint not null references spray_order,
  before_status     text not null,
  before_date       date not null,
  before_session_id bigint not null,
  before_crew       bigint[] not null,
  was_paid          boolean not null,
  after_status      text not null,
  after_date        date not null,
  after_session_id  bigint not null,
  after_crew        bigint[] not null,
  primary key (bulk_action_id, order_id)
);
create index bulk_action_order_of_order on bulk_action_order (order_id, bulk_action_id);

-- Set for a step that moved the order: from where to where. No foreign keys, as sessions are never deleted and the table is large.
alter table order_history
  add column from_date date,
  add column from_session_id bigint,
  add column to_date date,
  add column to_session_id bigint;
