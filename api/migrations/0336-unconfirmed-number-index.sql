-- migration: no-transaction
-- The office looks for farmers by numbers that nobody has confirmed.
create index concurrently app_user_by_unconfirmed_number on app_user (phone_key text_pattern_ops) include (role) where not phone_confirmed;
