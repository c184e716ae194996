-- migration: no-transaction
alter table session_day validate constraint session_day_held_check;
