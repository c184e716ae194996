-- migration: no-transaction
alter table absence validate constraint absence_state_check;
create index concurrently absence_requested on absence (from_date, id) where state = 'requested';
