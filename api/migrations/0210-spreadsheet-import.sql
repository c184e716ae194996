-- Spreadsheet imports: the file as read, the check of each row, and what is needed to undo it. Removed after some days.
create table sheet_import (
  id          bigint generated always as identity primary key,
  kind        text not null check (kind in ('farmers', 'fields', 'orders', 'products', 'staff')),
  file_name   text not null check (length(file_name) between 1 and 200),
  created_at  timestamptz not null,
  actor_id    bigint not null references app_user,
  -- checking, applying and undoing are held by a process with a lease; when it expires, the state before counts. An import that is still
  -- being read is not shown.
  state       text not null default 'reading' check (state in ('reading', 'read', 'checking', 'checked', 'applying', 'applied', 'undoing', 'undone')),
  -- Why the last check, application or undo ended without effect.
  failure     jsonb,
  -- Titles and examples of the columns of the file, and what was found in them.
  columns     jsonb not null,
  -- Which column of the file has which field.
  mapping     jsonb not null,
  -- Answers about dates and units of area.
  choices     jsonb not null default '{}',
  is_csv      boolean not null,
  row_count   integer not null,
  done        integer not null default 0,
  new_rows    integer not null default 0,
  same_rows   integer not null default 0,
  changed_rows integer not null default 0,
  refused_rows integer not null default 0,
  holder      text,
  lease_until timestamptz,
  applied_at  timestamptz,
  applied_by  bigint references app_user,
  undone_at   timestamptz,
  undone_by   bigint references app_user
);
create index sheet_import_by_date on sheet_import (created_at desc, id desc);

-- Cells as text, some hundred rows together: [[number of the row, [cell, …]], …].
create table sheet_import_cells (
  import_id bigint not null references sheet_import on delete cascade,
  part      integer not null,
  rows      jsonb not null,
  primary key (import_id, part)
);

create table sheet_import_row (
  import_id bigint not null references sheet_import on delete cascade,
  -- As spreadsheet programs count.
  number    integer not null,
  outcome   text not null check (outcome in ('new', 'same', 'changed', 'refused')),
  -- Name by which people know the row.
  label     text not null,
  -- Column and reason of each error, or field, old and new value of each change.
  details   jsonb not null,
  -- The values that are stored; null for a refused row.
  input     jsonb,
  -- The record that the row is, once it exists.
  target_id bigint,
  -- The record before the application, and its version after it, for the undo.
  before    jsonb,
  primary key (import_id, number)
);
create index sheet_import_row_outcome on sheet_import_row (import_id, outcome, number);
