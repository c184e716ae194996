-- What the crew entered for the spray record with a late report.
alter table disputed_report add column details jsonb;
