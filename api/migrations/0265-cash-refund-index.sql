-- migration: no-transaction
-- Refunds of a day, for the daily cash report.
create index concurrently payment_cash_refund_of_day on payment (at, actor_id) where kind = 'refund' and method = 'cash';
