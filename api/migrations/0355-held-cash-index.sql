-- migration: no-transaction
create index concurrently disputed_report_held on disputed_report (sprayer_id) where cash_held and decision is null;
