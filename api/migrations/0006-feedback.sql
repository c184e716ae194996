create table feedback (
  id                  bigint generated always as identity primary key,
  order_id            bigint not null unique references spray_order,
  overall_rating      smallint not null check (overall_rating between 1 and 5),
  attentive_rating    smallint not null check (attentive_rating between 1 and 5),
  friendly_rating     smallint not null check (friendly_rating between 1 and 5),
  professional_rating smallint not null check (professional_rating between 1 and 5),
  text                text not null check (length(text) <= 2000),
  created_at          timestamptz not null
);
