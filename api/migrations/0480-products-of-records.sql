-- Products of the register that a spray record names; null: made before they were compared with the register.
alter table spray_record add column product_ids bigint[];
-- Nobody knows yet for how long a field must not be entered or harvested after this spray.
alter table spray_record add column intervals_unknown boolean not null default false;
