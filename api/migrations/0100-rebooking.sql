-- A proposal of new places for many orders, kept so that it can be edited, applied once and undone as one.
create table rebooking (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null,
  actor_id     bigint not null references app_user,
  reason       text not null check (length(reason) <= 500),
  state        text not null default 'proposed' check (state in ('proposed', 'applied', 'undone', 'replaced')),
  -- Last date that the proposal uses.
  last_date    date not null,
  -- Sessions that are to become empty, as `date session`: they are not used as new places.
  avoided      text[] not null default '{}',
  applied_at   timestamptz,
  applied_by   bigint references app_user,
  undone_at    timestamptz,
  undone_by    bigint references app_user,
  -- The proposal that was made when this one turned out to be out of date.
  replaced_by  bigint references rebooking
);

-- The orders of a proposal: as they were when it was made, their new place, its cost by part, and the answer of the farmer.
-- after_status and after_crew are set when the proposal is applied, for an undo.
create table rebooking_row (
  rebooking_id      bigint not null references rebooking,
  order_id          bigint not null references spray_order,
  before_status     text not null,
  before_date       date not null,
  before_session_id bigint not null,
  before_crew       bigint[] not null,
  was_paid          boolean not null default false,
  to_date           date,
  to_session_id     bigint,
  verdict           text check (verdict in ('GO', 'CAUTION', 'STOP', 'UNKNOWN')),
  unplaced_reason   text,
  delay_cost        smallint not null,
  half_day_cost     smallint not null,
  weather_cost      smallint not null,
  crew_cost         smallint not null,
  not_placed_cost   smallint not null,
  after_status      text,
  after_crew        bigint[],
  answer            text check (answer in ('accepted', 'changed', 'cancelled')),
  answered_at       timestamptz,
  primary key (rebooking_id, order_id),
  check ((to_date is null) = (to_session_id is null)),
  check ((answer is null) = (answered_at is null))
);
create index rebooking_row_of_order on rebooking_row (order_id, rebooking_id);

-- How many days ahead a proposal looks for free places.
alter table company add column rebooking_days smallint not null default 7 check (rebooking_days between 1 and 14);
