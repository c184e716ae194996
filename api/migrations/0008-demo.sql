-- Whether this database has the demo data. A new one is undecided until a start has added them or was told not
-- to. The demo data and this row commit together, so a kill in between leaves it undecided for the next start.
create table demo_data (
  id    integer primary key default 1 check (id = 1),
  state text not null check (state in ('undecided', 'declined', 'added'))
);
insert into demo_data (state)
select case when exists (select from app_user) then 'declined' else 'undecided' end;
