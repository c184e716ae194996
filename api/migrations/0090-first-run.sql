-- How a person wants to be addressed in Vietnamese; null: by the full name.
alter table app_user add column form_of_address text;
alter table app_user add constraint app_user_form_of_address check (form_of_address in ('anh', 'chi', 'co', 'chu')) not valid;

-- Steps of the set-up checklist that an admin has skipped. The step 'dismissed' hides the completed checklist.
create table setup_skip (
  step       text primary key check (step in ('name', 'logo', 'area', 'prices', 'sessions', 'staff', 'payments', 'mail', 'dismissed')),
  skipped_at timestamptz not null
);

-- The logo as it is sent: decoded and re-encoded without metadata.
create table company_logo (
  is_only boolean primary key default true check (is_only),
  picture bytea not null,
  digest  text not null
);
