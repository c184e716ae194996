-- migration: no-transaction
-- Lists in the order of the sort names.
create index concurrently field_of_farmer_by_sort_name on field (farmer_id, archived, sort_name, id);
create index concurrently field_by_sort_name on field (archived, sort_name, id);
create index concurrently product_by_sort_name on product (sort_name, id);
create index concurrently sensitive_place_by_sort_name on sensitive_place (sort_name, id);
