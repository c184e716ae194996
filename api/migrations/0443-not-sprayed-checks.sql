-- migration: no-transaction
alter table order_photo validate constraint order_photo_not_sprayed_id_fkey;
alter table order_photo validate constraint order_photo_kind_check;
alter table order_photo validate constraint order_photo_not_sprayed_check;
