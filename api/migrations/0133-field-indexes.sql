-- migration: no-transaction
create index concurrently field_by_name on field (archived, name, id);
create index concurrently field_extent on field using gist (extent) where extent is not null and not archived;
create index concurrently order_field_of_field on order_field (field_id, order_id desc);
alter table field validate constraint field_farmer_id_fkey;
alter table field validate constraint field_crop_id_fkey;
alter table order_field validate constraint order_field_order_id_fkey;
alter table order_field validate constraint order_field_field_id_fkey;
