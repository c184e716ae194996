-- migration: no-transaction
alter table payment validate constraint payment_kind_check;
alter table work_report validate constraint work_report_decision_check;
alter table work_report validate constraint work_report_rest_check;
alter table work_report validate constraint work_report_decided_by_fkey;
alter table work_report validate constraint work_report_rest_order_id_fkey;

-- Differences between the area ordered and the area sprayed that the office has not decided about.
create index concurrently work_report_undecided on work_report (order_id) where decision is null and ordered_area <> area_sprayed;
create unique index concurrently work_report_rest on work_report (rest_order_id) where rest_order_id is not null;
create index concurrently spray_order_in_progress on spray_order (id) where order_status = 'in_progress';
create index concurrently spray_order_overpaid on spray_order (date) where overpaid > 0;

-- An order whose price changes after its invoice was issued gets another invoice.
create unique index concurrently bill_invoice_of_price on bill (order_id, adjustment) where kind = 'invoice';
drop index concurrently if exists bill_invoice_of_order;
