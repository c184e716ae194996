-- Farmers whose number begins with some digits are counted without looking at their rows.
drop index app_user_by_number;
create index app_user_by_number on app_user (phone_key text_pattern_ops) include (role);
