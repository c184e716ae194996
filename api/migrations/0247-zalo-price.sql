-- Price of one Zalo message. Messages by SMS and Zalo share one budget.
alter table channel_setting add column zalo_price numeric not null default 300;
alter table channel_setting add constraint channel_setting_zalo_price check (zalo_price >= 0) not valid;
