-- migration: no-transaction
-- An invoice shows why the price changed, so the same price for other reasons is another invoice.
create unique index concurrently bill_invoice_of_price_changes on bill (order_id, adjustment, md5(price_changes::text)) where kind = 'invoice';
drop index concurrently if exists bill_invoice_of_price;
