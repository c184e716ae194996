-- Plant protection products with the uses on their labels, mixes of orders, licences of sprayers and drones.

create table product (
  id                   bigint generated always as identity primary key,
  name                 text not null check (length(name) between 1 and 200),
  -- Identifies the product in imports, regardless of case.
  authorisation_number text not null check (length(authorisation_number) between 1 and 60),
  active_ingredients   text not null check (length(active_ingredients) between 1 and 500),
  -- Hours after the work in which nobody enters the field. null here and below: the label says nothing.
  re_entry_hours       integer check (re_entry_hours between 0 and 8760),
  rain_fast_hours      numeric check (rain_fast_hours between 0 and 720),
  bee_hazard           text check (bee_hazard in ('none', 'moderate', 'high')),
  buffer_metres        integer check (buffer_metres between 0 and 10000),
  -- From this date on it must not be used.
  withdrawn_on         date,
  -- For If-Match; every change of the product or its uses increases it.
  version              integer not null default 1,
  created_at           timestamptz not null
);
create unique index product_authorisation_number_key on product (lower(authorisation_number));
create index product_by_name on product (lower(name), id);
create index product_words on product
  using gin (array_to_tsvector(plain_words(name || ' ' || authorisation_number || ' ' || active_ingredients)));

-- What the label allows for a crop and a target. Uses that are no longer on the label stay, because mixes refer to them.
create table product_use (
  id                 bigint generated always as identity primary key,
  product_id         bigint not null references product,
  crop_id            bigint not null references crop,
  target             text not null check (length(target) between 1 and 200),
  dose_min           numeric not null check (dose_min > 0),
  dose_max           numeric not null check (dose_max >= dose_min and dose_max <= 1000000),
  dose_unit          text not null check (dose_unit in ('l/ha', 'ml/ha', 'kg/ha', 'g/ha')),
  -- Litres of water per hectare that the label recommends.
  water_rate         numeric check (water_rate > 0 and water_rate <= 10000),
  -- In a season, which is a calendar year.
  max_applications   integer check (max_applications between 1 and 100),
  -- Days between the work and the harvest.
  pre_harvest_days   integer check (pre_harvest_days between 0 and 3650),
  is_on_label        boolean not null default true
);
create unique index product_use_key on product_use (product_id, crop_id, lower(target));
create index product_use_of_crop on product_use (crop_id, product_id);

-- What an order is sprayed with. It changes under the lock on the order.
create table order_mix (
  order_id        bigint primary key references spray_order,
  -- Litres of water per hectare.
  water_rate      numeric not null check (water_rate > 0 and water_rate <= 10000),
  set_by          bigint not null references app_user,
  set_at          timestamptz not null,
  -- Why an admin allowed what the label does not.
  override_reason text check (length(override_reason) between 1 and 500),
  override_by     bigint references app_user,
  version         integer not null default 1,
  check ((override_reason is null) = (override_by is null))
);
create table order_mix_product (
  order_id   bigint not null references order_mix on delete cascade,
  -- Order in which the products are shown.
  position   smallint not null check (position between 1 and 10),
  product_id bigint not null references product,
  -- null: the crop is not on the label, and an admin allowed it.
  use_id     bigint references product_use,
  dose       numeric not null check (dose > 0 and dose <= 1000000),
  dose_unit  text not null check (dose_unit in ('l/ha', 'ml/ha', 'kg/ha', 'g/ha')),
  primary key (order_id, position),
  unique (order_id, product_id)
);
create index order_mix_product_of_product on order_mix_product (product_id, order_id);
create index order_mix_product_of_use on order_mix_product (use_id) where use_id is not null;

-- A licence of a sprayer. It changes under the lock on the sprayer that assigning a crew takes.
create table licence (
  id          bigint generated always as identity primary key,
  sprayer_id  bigint not null references app_user,
  number      text not null check (length(number) between 1 and 60),
  class       text not null check (length(class) between 1 and 60),
  issuer      text not null check (length(issuer) between 1 and 200),
  -- The last day on which it is valid.
  valid_until date not null,
  retired_at  timestamptz,
  created_at  timestamptz not null
);
create index licence_of_sprayer on licence (sprayer_id, valid_until) where retired_at is null;
create index licence_by_end on licence (valid_until, id) where retired_at is null;
create unique index licence_number_key on licence (sprayer_id, lower(number)) where retired_at is null;

create table drone (
  id           bigint generated always as identity primary key,
  model        text not null check (length(model) between 1 and 100),
  serial       text not null check (length(serial) between 1 and 100),
  registration text not null check (length(registration) between 1 and 60),
  -- The last day on which the registration is valid.
  valid_until  date not null,
  tank_litres  numeric not null check (tank_litres > 0 and tank_litres <= 10000),
  swath_metres numeric not null check (swath_metres > 0 and swath_metres <= 100),
  active       boolean not null default true,
  created_at   timestamptz not null
);
create unique index drone_serial_key on drone (lower(serial));
create index drone_by_end on drone (valid_until, id) where active;

-- The drone that an order is sprayed with. It changes under the lock on the order.
create table order_drone (
  order_id bigint primary key references spray_order,
  drone_id bigint not null references drone,
  set_by   bigint not null references app_user,
  set_at   timestamptz not null
);
create index order_drone_of_drone on order_drone (drone_id, order_id);

-- A single row. Assigning and starting hold a share lock on it until their commit.
create table equipment_setting (
  id                      boolean primary key default true check (id),
  -- Whether sprayers need a valid licence, and drones a valid registration.
  requires_valid_licences boolean not null default false
);
insert into equipment_setting default values;

-- Reminders that have been sent. A new date of expiry is reminded of again.
create table expiry_reminder (
  subject_type text not null check (subject_type in ('licence', 'drone')),
  subject_id   bigint not null,
  valid_until  date not null,
  days_before  smallint not null check (days_before in (30, 7, 1)),
  sent_at      timestamptz not null,
  primary key (subject_type, subject_id, valid_until, days_before)
);
