-- Several accounts may have the same number, at most one of them confirmed. With the name of the index before, which both versions know.
drop index app_user_phone;
alter index app_user_confirmed_phone rename to app_user_phone;
