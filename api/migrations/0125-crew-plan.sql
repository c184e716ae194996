-- A proposal of crews for a day. One process makes it and renews its lease meanwhile; then it can be edited, accepted once and undone.
create table crew_plan (
  id               bigint generated always as identity primary key,
  date             date not null,
  created_at       timestamptz not null,
  actor_id         bigint not null references app_user,
  state            text not null default 'planning'
                   check (state in ('planning', 'ready', 'failed', 'cancelled', 'accepted', 'undone', 'replaced')),
  -- Changes of present crews cost more than the setting says.
  fewest_changes   boolean not null default false,
  -- The sprayer whose absence is the reason for the plan.
  absent_id        bigint references app_user,
  -- Planned again around the pinned rows of this proposal.
  based_on         bigint references crew_plan,
  replaced_by      bigint references crew_plan,
  seed             integer not null,
  time_limit_ms    integer not null,
  -- The process that plans; without a renewal the plan counts as failed from lease_until on.
  holder           text not null,
  lease_until      timestamptz not null,
  finished_at      timestamptz,
  failure          text check (failure in ('interrupted', 'worker')),
  phase            text,
  elapsed_ms       integer not null default 0,
  -- Best cost and bound so far, in metres.
  progress_cost    bigint,
  lower_bound      bigint,
  without_crew     integer,
  is_optimal       boolean not null default false,
  -- Cost by item, and that of the crews before the plan.
  cost             jsonb,
  previous_cost    jsonb,
  min_without_crew integer,
  travel           text not null default 'great_circle' check (travel in ('great_circle', 'routing', 'partial', 'fallback')),
  -- What was planned with, so that a changed row can be checked and its cost computed.
  input            jsonb,
  accepted_at      timestamptz,
  accepted_by      bigint references app_user,
  undone_at        timestamptz,
  undone_by        bigint references app_user
);
-- One plan per date at a time.
create unique index crew_plan_running on crew_plan (date) where state = 'planning';
create index crew_plan_of_date on crew_plan (date, id);

-- The orders of a proposal: as they were, the proposed crew, why, and what acceptance did with them.
create table crew_plan_row (
  crew_plan_id  bigint not null references crew_plan,
  order_id      bigint not null references spray_order,
  session_id    bigint not null,
  before_status text not null,
  before_crew   bigint[] not null,
  crew          bigint[] not null,
  is_pinned     boolean not null default false,
  is_edited     boolean not null default false,
  reasons       jsonb not null default '[]',
  alternative   jsonb,
  -- Why the order has no crew: conflict, whether it is minimal, resolution. Null: it has one.
  unplaced      jsonb,
  outcome       text check (outcome in ('accepted', 'left_out')),
  outcome_code  text,
  outcome_text  text,
  after_status  text,
  was_paid      boolean not null default false,
  primary key (crew_plan_id, order_id)
);
create index crew_plan_row_of_order on crew_plan_row (order_id, crew_plan_id);

-- The way of each sprayer with a job, by block of sessions.
create table crew_plan_route (
  crew_plan_id bigint not null references crew_plan,
  sprayer_id   bigint not null references app_user,
  jobs         integer not null,
  metres       integer not null,
  blocks       jsonb not null,
  primary key (crew_plan_id, sprayer_id)
);
