-- Only 0352 needed it.
drop table cancelled_paid_order;
