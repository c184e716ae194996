export const manyOrders = 200_000;
const farmers = 10_000;
/** Orders of a farmer share places, and so fields. */
const placesOfFarmer = 4;

/** Rows to insert right after a migration, into the tables that it created. Foreign keys are not checked; the rows satisfy them by construction. */
export const rowsAfter: Record<string, string> = {
  '0003-orders.sql': `
    -- Pages keep space for changed rows. Otherwise each migration that changes all orders adds 200,000 entries to every index of the table.
    alter table spray_order set (fillfactor = 40);
    update spray_session set capacity = 100000;
    insert into app_user (email, full_name, phone_number, expertise, role, created_at)
    select 'user' || i || '@many.example', 'Nguyen Van ' || i, '03' || lpad(i::text, 8, '0'), case when i between 11 and 50 then 'adept' end,
           case when i <= 10 then 'receptionist' when i <= 50 then 'sprayer' else 'farmer' end, now()
      from generate_series(1, ${50 + farmers}) i order by i;
    insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status,
                             payment_status, payment_method, completion_date, confirmed, creation_date, created_at)
    select 51 + n % ${farmers}, 1 + n % 10, date, 1 + n % 6, 'Long Dien ' || n % ${farmers} % 997 + n / ${farmers} % ${placesOfFarmer}, 10.3, 105.4, 1 + n % 3, 10 + n % 190, 30000 * (10 + n % 190),
           status, case when status = 'completed' and n % 3 = 0 then 'paid' else 'pending' end,
           case when n % 2 = 0 then 'cash' else 'visa' end, case when status = 'completed' then date end, status = 'completed', date - 7, date - 7
      from (select n, date '2026-01-01' + n % 300 as date, case n % 10 when 0 then 'pending' when 1 then 'cancelled' else 'completed' end as status
              from generate_series(1, ${manyOrders}) n order by n) n;
    insert into order_history (order_id, at, actor_id, action, to_status) select id, created_at, farmer_id, 'place', 'pending' from spray_order;
    insert into session_day select date, session_id, count(*) from spray_order where order_status <> 'cancelled' group by 1, 2`,
  '0004-dispatch.sql': `
    insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
    select id, 10 + place, date, session_id, order_status
      from (select *, row_number() over (partition by date, session_id order by id) as place from spray_order where order_status = 'completed') o
     where place <= 40`,
  '0005-payments.sql': `
    insert into payment (order_id, kind, amount, currency, method, provider_reference, at)
    select id, case when payment_method = 'cash' then 'cash' else 'charge' end, cost, 'VND', payment_method,
           case when payment_method <> 'cash' then 'pi_' || id end, date from spray_order where payment_status = 'paid';
    insert into payment_intent (id, order_id, provider, secret_hash, amount, currency, status, created_at)
    select 'pi_' || id, id, 'sandbox', '', cost, 'VND', 'succeeded', date from spray_order where payment_status = 'paid' and payment_method <> 'cash'`,
  '0006-feedback.sql': `
    insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
    select id, 5, 4, 3, 2, '', date from spray_order where order_status = 'completed' and id % 8 = 3`,
  '0007-notifications.sql': `
    insert into notification (recipient_id, order_id, subject, text, at) select farmer_id, id, 'Lịch phun', '', date from spray_order where id % 2 = 0`,
  '0009-life.sql': `
    insert into idempotency_key (user_id, key, request_hash, answer, created_at)
    select 51 + n % ${farmers}, n, '', case when n % 2 = 0 then '{"clientSecret":"x"}' else '{}' end, now() from generate_series(1, 6000) n;
    analyze`,
};

export interface Totals {
  orders: number;
  cost: number;
  payments: number;
  history: number;
  notifications: number;
}

export const totalsStatement = `
  select (select count(*) from spray_order)::integer as orders, (select sum(cost) from spray_order)::float as cost,
         (select count(*) from payment)::integer as payments, (select count(*) from order_history)::integer as history,
         (select count(*) from notification)::integer as notifications`;

/** The same from the materialised counters, which triggers and migrations maintain. */
export const countersStatement = `
  select (select sum(orders) from order_tally)::integer as by_state, (select sum(orders) from order_day_tally)::integer as by_day,
         (select sum(size) from tally where list = 'farmer orders')::integer as by_farmer,
         (select sum(size) from tally where list = 'notifications')::integer as notifications`;
