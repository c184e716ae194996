-- What the office is shown as needing someone, and what the owner's figures read.

-- Bookings that nobody has decided on for too long, and failed payments of orders that go on.
create index spray_order_undecided on spray_order (created_at) where order_status = 'pending';
create index spray_order_unpaid_card on spray_order (id) where payment_status = 'failed' and order_status <> 'cancelled';

-- Completed and still not paid, by how long ago.
create index spray_order_owing on spray_order (completion_date) where order_status = 'completed' and payment_status <> 'paid';

-- When work began.
create index order_history_started on order_history (order_id) include (at) where action = 'start';
