-- What planning crews depends on besides orders and sprayers.

-- A single row. The weights are whole metres of driving.
create table planner_setting (
  id                 boolean primary key default true check (id),
  -- Orders with a larger area need two sprayers.
  pair_area          numeric not null default 15 check (pair_area >= 0),
  work_minutes       integer not null default 45 check (work_minutes > 0),
  tolerance_minutes  integer not null default 15 check (tolerance_minutes >= 0),
  road_factor        numeric not null default 1.3 check (road_factor >= 1),
  road_speed_kmh     numeric not null default 35 check (road_speed_kmh > 0),
  order_without_crew integer not null default 1000000 check (order_without_crew >= 0),
  person_taken_off   integer not null default 20000 check (person_taken_off >= 0),
  person_added       integer not null default 5000 check (person_added >= 0),
  fairness           integer not null default 1000 check (fairness >= 0),
  unneeded_second    integer not null default 5000 check (unneeded_second >= 0),
  apprentice_bonus   integer not null default 6000 check (apprentice_bonus >= 0),
  -- For sprayers without a limit of their own; null: no limit. Assigning a crew holds a share lock on this row until its commit.
  daily_job_limit    integer check (daily_job_limit > 0),
  -- Where crews start and end their day; null: not set.
  base_name          text check (length(base_name) between 1 and 200),
  base_latitude      double precision check (base_latitude between -90 and 90),
  base_longitude     double precision check (base_longitude between -180 and 180),
  check (num_nulls(base_name, base_latitude, base_longitude) in (0, 3))
);
insert into planner_setting default values;

-- What differs from the company's setting for one sprayer. It changes under the lock on the sprayer that assigning a crew takes.
create table sprayer_planning (
  sprayer_id      bigint primary key references app_user,
  daily_job_limit integer check (daily_job_limit > 0),
  base_name       text check (length(base_name) between 1 and 200),
  base_latitude   double precision check (base_latitude between -90 and 90),
  base_longitude  double precision check (base_longitude between -180 and 180),
  check (num_nulls(base_name, base_latitude, base_longitude) in (0, 3))
);

-- The crew of an order is fixed: exactly these sprayers (crew), or this one with any partner (person). It changes under the lock on the order.
create table order_pin (
  order_id    bigint primary key references spray_order,
  kind        text not null check (kind in ('crew', 'person')),
  sprayer_ids bigint[] not null,
  actor_id    bigint not null references app_user,
  created_at  timestamptz not null,
  check (cardinality(sprayer_ids) = 1 or (kind = 'crew' and cardinality(sprayer_ids) = 2))
);

-- A sprayer never works for this farmer, or never with this other sprayer. It changes under the locks on the sprayers.
create table crew_ban (
  id               bigint generated always as identity primary key,
  sprayer_id       bigint not null references app_user,
  farmer_id        bigint references app_user,
  other_sprayer_id bigint references app_user,
  reason           text not null check (length(reason) between 1 and 500),
  actor_id         bigint not null references app_user,
  created_at       timestamptz not null,
  check (num_nulls(farmer_id, other_sprayer_id) = 1),
  -- A pair is stored once.
  check (sprayer_id < other_sprayer_id)
);
create unique index crew_ban_of_farmer on crew_ban (farmer_id, sprayer_id) where farmer_id is not null;
create unique index crew_ban_of_pair on crew_ban (sprayer_id, other_sprayer_id) where other_sprayer_id is not null;
create index crew_ban_of_other on crew_ban (other_sprayer_id) where other_sprayer_id is not null;
create index crew_ban_of_sprayer on crew_ban (sprayer_id);
