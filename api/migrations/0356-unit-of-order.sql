-- Each order keeps the unit of its area. A text that the company has typed and the list of units has as one size becomes that unit;
-- another text stays until an admin has chosen its unit, and means that unit then.
alter table company add column former_area_units text[] not null default '{}';
update company set area_unit = case
  when lower(area_unit) in ('decares', 'dekar', 'daa') then 'decare'
  when lower(area_unit) in ('công', 'cong', 'công đất', 'cong dat') then 'cong'
  when lower(area_unit) in ('ha', 'hecta', 'héc-ta', 'hec', 'hectares') then 'hectare'
  when lower(area_unit) in ('m²', 'square metre', 'square metres', 'mét vuông') then 'm2'
  when lower(area_unit) in ('ares', 'dunams', 'acres') then regexp_replace(lower(area_unit), 's$', '')
  when lower(area_unit) in ('decare', 'hectare', 'm2', 'are', 'dunam', 'acre') then lower(area_unit)
  else area_unit end;

alter table spray_order add column area_unit text;
-- Also for orders that the previous version places.
create function company_area_unit() returns text language sql stable as $$ select area_unit from company $$;
alter table spray_order alter column area_unit set default company_area_unit();

create table area_unit_backfill (last_order_id bigint not null);
insert into area_unit_backfill select coalesce(max(id), 0) from spray_order;
