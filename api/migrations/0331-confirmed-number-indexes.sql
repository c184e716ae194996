-- migration: no-transaction
-- One account per confirmed number, and the office's search of callers.
create unique index concurrently app_user_confirmed_phone on app_user (phone_key) where phone_confirmed;
create index concurrently app_user_by_confirmed_number on app_user (phone_key text_pattern_ops) include (role) where phone_confirmed;
