-- A farmer's wish that cannot be booked online, such as a large area: the office calls, and closes it.
create table booking_request (
  id         bigint generated always as identity primary key,
  farmer_id  bigint not null references app_user,
  date       date not null,
  session_id bigint not null references spray_session,
  location   text not null check (length(location) between 1 and 500),
  latitude   double precision not null check (latitude between -90 and 90),
  longitude  double precision not null check (longitude between -180 and 180),
  crop_id    bigint not null references crop,
  area       numeric not null check (area >= 1),
  created_at timestamptz not null,
  closed_at  timestamptz,
  closer_id  bigint references app_user
);
create index booking_request_open on booking_request (id) where closed_at is null;
create index booking_request_open_of_farmer on booking_request (farmer_id) where closed_at is null;
