-- Only the migration before needed it.
drop table field_backfill;
alter table field add constraint field_farmer_id_fkey foreign key (farmer_id) references app_user not valid;
alter table field add constraint field_crop_id_fkey foreign key (crop_id) references crop not valid;
alter table order_field add constraint order_field_order_id_fkey foreign key (order_id) references spray_order not valid;
alter table order_field add constraint order_field_field_id_fkey foreign key (field_id) references field not valid;
