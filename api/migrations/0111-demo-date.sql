-- The date on which the demo data were added. The generated forecast has rain on the morning after it.
alter table demo_data add column added_on date;
