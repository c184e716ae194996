-- migration: no-transaction
-- The office's to-do list looks for orders in closed sessions.
create index concurrently session_day_closed on session_day (date, session_id) where closures > 0;
