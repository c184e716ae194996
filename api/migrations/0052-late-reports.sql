-- Sprayers who were removed from a crew: a report of theirs may still wait on a phone without a network.
create table former_crew_member (
  order_id   bigint not null references spray_order,
  sprayer_id bigint not null references app_user,
  removed_at timestamptz not null,
  primary key (order_id, sprayer_id)
);

create function keep_former_crew_member() returns trigger language plpgsql as $$
begin
  insert into former_crew_member as f (order_id, sprayer_id, removed_at)
  select old.order_id, old.sprayer_id, clock_timestamp() where exists (select from spray_order where id = old.order_id)
  on conflict (order_id, sprayer_id) do update set removed_at = excluded.removed_at;
  return null;
end $$;
create trigger crew_member_former after delete on crew_member for each row execute function keep_former_crew_member();

-- Reports that the order could not take when they arrived: the job was reassigned, moved, cancelled or reported meanwhile. The office
-- decides: accepted as the report of the order, or set aside.
create table disputed_report (
  id              bigint generated always as identity primary key,
  order_id        bigint not null references spray_order,
  sprayer_id      bigint not null references app_user,
  area_sprayed    numeric not null check (area_sprayed >= 0),
  note            text check (length(note) <= 2000),
  cash_received   numeric check (cash_received >= 0),
  -- The entry of the ledger for that cash.
  payment_id      bigint references payment,
  started_at      timestamptz,
  finished_at     timestamptz,
  at              timestamptz not null,
  decision        text check (decision in ('accepted', 'set_aside')),
  decision_reason text,
  decided_by      bigint references app_user,
  decided_at      timestamptz,
  -- A report that is sent again is the same report.
  unique (order_id, sprayer_id)
);
create index disputed_report_open on disputed_report (order_id) where decision is null;
