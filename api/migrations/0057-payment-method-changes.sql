-- The way of paying of an order can be changed while it is unpaid. Failed card payments up to this ledger entry belong to an earlier
-- choice and no longer count for the payment status. Null: the way of paying is the one of the booking.
alter table spray_order add column dismissed_payment_id bigint;
