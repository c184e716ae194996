-- The last check of the spray records, and since when every work report has a record. A single row.
create table spray_record_check (
  id         boolean primary key default true check (id),
  since      timestamptz not null,
  -- When a process began the last check; null: none has.
  claimed_at timestamptz,
  -- null: not checked yet.
  checked_at timestamptz,
  links      bigint check (links >= 0),
  -- Where the first fault is, and what it is; null: there is none.
  record     text,
  what       text,
  check ((record is null) = (what is null)),
  check ((checked_at is null) = (links is null))
);
insert into spray_record_check (since)
select case when exists (select from work_report) then coalesce((select r.created_at from spray_record r order by r.id limit 1), now())
            else '-infinity' end;
