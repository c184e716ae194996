// A data set of a given size, made inside PostgreSQL: a few busy farmers and many quiet ones, two years of
// closed orders, some weeks of open ones, an inbox and a feedback list that grow with them.

export const password = 'Bench-mark1';
export const receptionists = 8;

export const farmersFor = (orders) => Math.max(200, Math.round(orders / 50));
const sprayersFor = (orders) => 60 + Math.round(orders / 1000);

/** Fills a migrated database. Every user has the same password. */
export async function fill(client, orders, passwordHash) {
  const farmers = farmersFor(orders);
  await client.query('select setseed(0.42)');
  // Places never run out: what is measured is creating, not refusing.
  await client.query('update spray_session set capacity = 100000');
  await addUsers(client, 'receptionist', receptionists, passwordHash);
  await addUsers(client, 'sprayer', sprayersFor(orders), passwordHash);
  await addUsers(client, 'farmer', farmers, passwordHash);
  await client.query('begin');
  await client.query(insertOrders, [orders, farmers, receptionists]);
  // Foreign keys of the rest hold by construction; checking them row by row would take most of the time.
  await client.query("set local session_replication_role = 'replica'");
  for (const text of [insertPlaces, insertHistory, insertCrews, insertFeedback, insertNotifications]) await client.query(text);
  await client.query('call tally_everything()');
  await client.query('commit');
  await client.query('vacuum analyze');
}

async function addUsers(client, role, count, passwordHash) {
  const phonePrefix = { receptionist: '091', sprayer: '092', farmer: '093' }[role];
  await client.query(
    `insert into app_user (email, full_name, phone_number, street, city, province, postal_code, expertise, role, password_hash, created_at)
     select $1 || i || '@bench.example', 'Nguyễn Văn ' || initcap($1) || ' ' || i, $2 || lpad(i::text, 7, '0'),
            i || ' Ấp Long Hòa', 'Chợ Mới', 'An Giang', '90000',
            case when $1 = 'sprayer' then (array['apprentice', 'adept', 'expert'])[1 + i % 3] end, $1, $4, now() - interval '2 years'
       from generate_series(1, $3::integer) i order by i`,
    [role, phonePrefix, count, passwordHash],
  );
}

// Users were added role by role, so ids of a role are one run. random()^2 makes the first farmers the busiest.
const insertOrders = `
  with first_ids as (
    select min(id) filter (where role = 'farmer') as farmer, min(id) filter (where role = 'receptionist') as receptionist from app_user
  ), drawn as materialized (
    select i, floor($2 * random() ^ 2)::bigint as farmer, floor($3 * random())::bigint as receptionist,
           current_date + (case when random() < 0.9 then -1 - floor(730 * random()) else floor(60 * random()) end)::integer as date,
           1 + floor(6 * random())::bigint as session, 1 + floor(3 * random())::bigint as crop,
           (10 + floor(1990 * random()))::numeric / 10 as area, random() as fate, random() as means
      from generate_series(1, $1::integer) i
  ), lived as (
    select *, case when date < current_date then case when fate < 0.9 then 'completed' else 'cancelled' end
                   when fate < 0.2 then 'pending' when fate < 0.6 then 'confirmed' else 'assigned' end as status
      from drawn
  )
  insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, cost, order_status,
                           payment_status, payment_method, completion_date, confirmed, creation_date, created_at)
  select f.farmer + l.farmer, f.receptionist + l.receptionist, l.date, l.session, 'Ruộng sau đình, thửa ' || l.i % 97,
         round((10.3 + fate / 5)::numeric, 6), round((105.4 + means / 5)::numeric, 6), l.crop, l.area, round(l.area * 30000), l.status,
         case when l.status = 'completed' then 'paid' else 'pending' end,
         case when l.means < 0.6 then 'cash' when l.means < 0.85 then 'visa' else 'mastercard' end,
         case when l.status = 'completed' then l.date end, l.status <> 'pending', l.date - 7, l.date - interval '7 days'
    from lived l, first_ids f order by l.i`;

const insertPlaces = `
  insert into session_day (date, session_id, taken)
  select date, session_id, count(*) from spray_order where order_status <> 'cancelled' group by date, session_id`;

const insertHistory = `
  insert into order_history (order_id, at, actor_id, action, from_status, to_status)
  select o.id, o.created_at + s.step * interval '1 day', o.farmer_id, s.action, s.from_status, coalesce(s.to_status, o.order_status)
    from spray_order o
    join (values (0, 'place', null, 'pending'), (1, 'confirm', 'pending', null)) as s (step, action, from_status, to_status)
      on s.step = 0 or o.order_status <> 'pending'
   order by o.id, s.step`;

// One crew of two per order of a session, numbered within it, so that nobody is in two places at once.
const insertCrews = `
  with staff as (select min(id) as first, count(*) as size from app_user where role = 'sprayer'),
  jobs as (
    select id, date, session_id, order_status, 2 * (row_number() over (partition by date, session_id order by id) - 1) as place
      from spray_order where order_status in ('assigned', 'completed')
  )
  insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
  select j.id, s.first + j.place + member, j.date, j.session_id, j.order_status
    from jobs j, staff s, generate_series(0, 1) member where j.place + member < s.size`;

const insertFeedback = `
  insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
  select id, 1 + id % 5, 1 + id % 4, 2 + id % 4, 5 - id % 3, 'Phun đều, đúng giờ, sẽ gọi lại.', date + interval '1 day'
    from spray_order where order_status = 'completed' and id % 10 < 6 order by id`;

const insertNotifications = `
  insert into notification (recipient_id, order_id, subject, text, at)
  select case n.kind when 1 then o.receptionist_id else o.farmer_id end, o.id,
         case n.kind when 0 then 'Đã đặt lịch phun ' when 1 then 'Đơn mới ' else 'Đã phun xong ' end || o.date,
         'Lịch phun ' || o.date || ' tại ' || o.location || ': ' || o.area || ' công đất, ' || o.cost || ' ₫.',
         o.created_at + n.kind * interval '3 days'
    from spray_order o, generate_series(0, 2) as n (kind)
   where n.kind < 2 or o.order_status = 'completed'
   order by o.created_at, o.id, n.kind`;
