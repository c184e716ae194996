-- What a farmer still has to pay: the open orders are few and have an index, and so have the completed ones with this. Nothing is
-- entered here when an order is placed.
create index spray_order_owed on spray_order (farmer_id) where order_status = 'completed' and payment_status <> 'paid';
