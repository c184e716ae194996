// Orders and crews of some days. The properties of an order follow from its id and its day, so that later statements need no further data:
// `id % 10 < 7` was confirmed when it was booked, and so on.

/** $1 days from today, $2 orders per day, $3 first id, $4 farmers, $5 receptionists, $6 field names, $7 communes. */
export const insertOrders = `
  with company_day as materialized (select (now() at time zone time_zone)::date as today, time_zone, currency_digits from company),
  first_ids as materialized (
    select min(id) filter (where role = 'farmer') as farmer, min(id) filter (where role = 'receptionist') as receptionist from app_user
  ), drawn as materialized (
    select $3::bigint + row_number() over () - 1 as id, d.ahead, k.n as place,
           -- Two in a hundred farmers have hundreds of orders, most have about a dozen.
           floor($4 * case when random() < 0.3 then 0.02 when random() < 0.64 then 0.2 else 1 end * random())::bigint as farmer,
           floor($5 * random())::bigint as receptionist, round((1 + 199 * random())::numeric, 1) as area, 1 + floor(3 * random())::bigint as crop,
           random() as fate, random() as means, random() as luck, random() as lead, random() as north, random() as east
      from unnest($1::integer[], $2::integer[]) d (ahead, size), generate_series(0, d.size - 1) k (n)
  ), lived as (
    select *, case when fate < 0.07 then 'cancelled'
                   when ahead < -2 then 'completed'
                   when ahead < 0 then case when fate < 0.67 then 'completed' else 'in_progress' end
                   when ahead = 0 then case when fate < 0.2 then 'in_progress' when fate < 0.9 then 'assigned' else 'confirmed' end
                   when id % 10 >= 7 and fate < 0.8 then 'pending'
                   when ahead < 8 and fate < 0.7 then 'assigned'
                   else 'confirmed' end as status,
           case when means < 0.6 then 'cash' when means < 0.85 then 'visa' else 'mastercard' end as method
      from drawn
  ), paid as (
    select lived.*, case when status = 'cancelled' or status = 'pending' then 'pending'
                   when status = 'completed' then case when luck < 0.985 then 'paid' when method = 'cash' then 'pending' else 'failed' end
                   when method = 'cash' then case when status = 'in_progress' and ahead < 0 then 'paid' else 'pending' end
                   when luck < 0.3 then 'paid' when luck < 0.32 then 'failed' else 'pending' end as money,
           status = 'cancelled' and method <> 'cash' and luck < 0.3 as refunded,
           status = 'in_progress' and ahead < 0 and luck < 0.2 as objected,
           case when ahead <= 0 then (today + ahead)::timestamptz - (1 + floor(14 * lead)) * interval '1 day' + luck * interval '10 hours'
                else now() - lead * interval '10 days' end as created_at,
           case when ahead < 0 and status in ('completed', 'in_progress') then (today + ahead)::timestamptz + interval '4 hours' end as reported_at,
           today + ahead as date, today, time_zone, currency_digits
      from lived, company_day
  )
  insert into spray_order (id, farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status,
                           payment_status, payment_method, completion_date, confirmed, creation_date, created_at, reported_at, signed_off_at,
                           refunded, objected, version)
  overriding system value
  select p.id, f.farmer + p.farmer, f.receptionist + p.receptionist, p.date, 1 + p.place % 6,
         ($6::text[])[1 + floor(7 * p.north)::integer] || ', xã ' || ($7::text[])[1 + floor(30 * p.east)::integer],
         round((10.3 + p.north / 5)::numeric, 6), round((105.4 + p.east / 5)::numeric, 6), p.crop, p.area, c.price,
         spray_cost(p.area, c.price, p.currency_digits), p.status, p.money, p.method,
         case when p.status = 'completed' then ((p.reported_at + interval '20 hours') at time zone p.time_zone)::date end,
         p.status <> 'pending' and (p.status <> 'cancelled' or p.id % 10 < 7), (p.created_at at time zone p.time_zone)::date, p.created_at, p.reported_at,
         case when p.status = 'completed' then p.reported_at + interval '20 hours' end, p.refunded, p.objected,
         case when p.status = 'cancelled' then case when p.refunded then 4 else 2 end
              else 1 + (p.id % 10 >= 7 and p.status <> 'pending')::integer + (p.status in ('assigned', 'in_progress', 'completed'))::integer
                     + (p.status in ('in_progress', 'completed'))::integer + (p.money <> 'pending')::integer + (p.reported_at is not null)::integer
                     + (p.status = 'completed')::integer + p.objected::integer end
    from paid p join crop c on c.id = p.crop, first_ids f order by p.id`;

// $1 and $2 in each statement: the first and the last order.

export const takePlaces = `
  insert into session_day (date, session_id, taken)
  select date, session_id, count(*) from spray_order where id between $1 and $2 and order_status <> 'cancelled' group by 1, 2`;

// Two sprayers per order of a session, in pairs that rotate by day: no sprayer has two jobs at once, and no apprentice is alone.
export const insertCrews = `
  with staff as materialized (select min(id) as first, count(*) as size from app_user where role = 'sprayer'),
  jobs as (
    select id, date, session_id, order_status,
           2 * (row_number() over (partition by date, session_id order by id) - 1 + (date - '2000-01-01'::date) % 7 * 11) as place
      from spray_order where id between $1 and $2 and order_status in ('assigned', 'in_progress', 'completed')
  )
  insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
  select j.id, s.first + (j.place + m.n) % s.size, j.date, j.session_id, j.order_status
    from jobs j, staff s, generate_series(0, 1) m (n)`;

export const insertReports = `
  insert into work_report (order_id, sprayer_id, area_sprayed, note, cash_received, change_due, at)
  select o.id, m.sprayer_id, o.area, case when o.id % 4 = 0 then 'Gió nhẹ, phun đều.' end,
         case when o.payment_method = 'cash' and o.payment_status = 'paid' then o.cost end,
         case when o.payment_method = 'cash' and o.payment_status = 'paid' then 0 end, o.reported_at
    from spray_order o join lateral (select min(sprayer_id) as sprayer_id from crew_member where order_id = o.id) m on true
   where o.id between $1 and $2 and o.reported_at is not null`;

export const insertObjections = `
  insert into objection (order_id, text, created_at)
  select id, 'Góc ruộng phía kênh chưa phun tới.', reported_at + interval '2 hours' from spray_order where id between $1 and $2 and objected`;

export const insertFeedback = `
  insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
  select id, 5 - id % 3, 5 - id % 4, 5 - id % 2, 5 - id % 5, 'Phun đều, đúng giờ, sẽ gọi lại.', signed_off_at + interval '3 hours'
    from spray_order where id between $1 and $2 and order_status = 'completed' and id % 10 < 4 order by id`;
