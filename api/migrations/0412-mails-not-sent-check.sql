-- migration: no-transaction
alter table message_delivery validate constraint message_delivery_status_check;
