-- migration: no-transaction
-- Whether a place was emptied by a rebooking is read whenever it becomes free.
create index concurrently rebooking_avoided on rebooking using gin (avoided) where state = 'applied';
create index concurrently rebooking_row_left_place on rebooking_row (before_date, before_session_id) where after_status is not null;
create index concurrently rebooking_applied_at on rebooking (applied_at) where state = 'applied';
