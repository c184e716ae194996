-- Only the backfill of area_unit needed it.
drop table area_unit_backfill;
