-- migration: no-transaction
alter table app_user validate constraint app_user_form_of_address;
