-- migration: no-transaction
create index concurrently spray_record_intervals_unknown on spray_record (farmer_id) where intervals_unknown;
create index concurrently product_by_folded_number on product (sort_name_of(authorisation_number));
