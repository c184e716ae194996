-- When the farmer plans to harvest a field; null: not known.
alter table field add column harvest_on date;
