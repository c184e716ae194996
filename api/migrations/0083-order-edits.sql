-- What the crew should know about the field, from the farmer or the office.
alter table spray_order add column crew_note text;
alter table spray_order add constraint spray_order_crew_note_check check (length(crew_note) between 1 and 1000) not valid;

-- Old and new values of an edited order, as an array of {field, from, to}.
alter table order_history add column changes jsonb;

-- Prices with the time since which they count: an order that changes its crop is priced as of its booking.
create table crop_price (
  crop_id bigint not null references crop,
  since   timestamptz not null,
  price   numeric not null,
  primary key (crop_id, since)
);

-- The first price of a crop counts for any earlier time, too. Earlier prices are in the audit trail.
lock table crop in share row exclusive mode;
with price_change as (
  select distinct on (a.subject_id, a.at) a.subject_id as crop_id, a.at, a.id, (c ->> 'from')::numeric as price_before, (c ->> 'to')::numeric as price_after
    from audit_entry a cross join jsonb_array_elements(a.changes) c
   where a.action = 'crop_update' and c ->> 'field' = 'price'
   order by a.subject_id, a.at, a.id desc
)
insert into crop_price (crop_id, since, price)
select c.id, '-infinity', coalesce((select p.price_before from price_change p where p.crop_id = c.id order by p.at, p.id limit 1), c.price) from crop c
union all
select p.crop_id, p.at, p.price_after from price_change p join crop c on c.id = p.crop_id;

-- Not the time of the transaction: two changes in one transaction are two prices.
create function keep_crop_price() returns trigger language plpgsql as $$
begin
  insert into crop_price (crop_id, since, price)
  values (new.id, case tg_op when 'INSERT' then '-infinity' else clock_timestamp() end, new.price)
  on conflict (crop_id, since) do update set price = excluded.price;
  return null;
end $$;
create trigger crop_price_added after insert on crop for each row execute function keep_crop_price();
create trigger crop_price_changed after update of price on crop
  for each row when (old.price is distinct from new.price) execute function keep_crop_price();

create function crop_price_at(of_crop bigint, at timestamptz) returns numeric language sql stable
  return (select price from crop_price where crop_id = of_crop and since <= at order by since desc limit 1);
