/** Frequent statements of the version with migrations up to 0028, as its stores sent them. They must work on every later schema. */
export const previousVersion = {
  placeOrder: `with place as (
     insert into session_day as d (date, session_id, taken)
     select $2::date, s.id, 1 from spray_session s, crop c
      where s.id = $3 and s.active and s.start_time = $15::time and s.capacity > 0 and c.id = $7 and c.active
        for key share of s
     on conflict (date, session_id) do update set taken = d.taken + 1
       where d.taken < (select capacity from spray_session where id = d.session_id)
     returning 1
   ), receptionist as (
     select u.id
       from app_user u left join (select owner_id, sum(size) as orders from tally where list = 'open orders' group by owner_id) t on t.owner_id = u.id
      where u.role = 'receptionist' and u.active
      order by t.orders nulls first, random() limit 1
   ), o as (
     insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost,
                              order_status, payment_method, confirmed, creation_date, created_at)
     select $1, coalesce($14::bigint, (select id from receptionist)), $2, $3, $4, $5, $6, c.id, $8::numeric, c.price,
            spray_cost($8::numeric, c.price, k.currency_digits), $9, $10, $9 = 'confirmed', $11, $12
       from place, crop c, company k
      where c.id = $7
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, to_status)
     select o.id, $12, $13, 'place', o.order_status from o
   ), event as (
     insert into outbox_event (at, type, order_id, actor_id) select $12, 'created', o.id, $13 from o
   )
   select o.id, r.id, r.email, r.full_name, r.phone_number, r.street, r.city, r.province, r.postal_code, r.expertise, r.role, r.active, o.date, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.cost,
  o.order_status, o.payment_status, o.payment_method, o.completion_date, o.confirmed, o.creation_date, o.version from o left join app_user r on r.id = o.receptionist_id`,

  listFarmerOrders: `select o.id, r.id, r.email, r.full_name, r.phone_number, r.street, r.city, r.province, r.postal_code, r.expertise, r.role, r.active, o.date, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.cost,
  o.order_status, o.payment_status, o.payment_method, o.completion_date, o.confirmed, o.creation_date from spray_order o left join app_user r on r.id = o.receptionist_id
      where o.farmer_id = $1 order by o.closed, o.date desc, o.id desc limit 20 offset 0`,

  countFarmerOrders: `select coalesce(sum(size), 0) from tally where list = 'farmer orders' and owner_id = $1`,

  getOrder: `select o.id, f.id, f.email, f.full_name, f.phone_number, f.street, f.city, f.province, f.postal_code, f.expertise, f.role, f.active, r.id, r.email, r.full_name, r.phone_number, r.street, r.city, r.province, r.postal_code, r.expertise, r.role, r.active, o.date, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.cost,
  o.order_status, o.payment_status, o.payment_method, o.completion_date, o.confirmed, o.creation_date, o.version from spray_order o join app_user f on f.id = o.farmer_id left join app_user r on r.id = o.receptionist_id where o.id = $1`,

  lockOrder: `select id, order_status, version, date, session_id, reported_at is not null, signed_off_at is not null, farmer_id, payment_method, cost,
          objected, to_char(coalesce(settled_at, reported_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from spray_order where id = $1 for no key update`,

  changeOrder: `with changed as (
     update spray_order
        set order_status = $2, version = version + 1,
            confirmed = confirmed or $3,
            reported_at = case when $4::boolean then coalesce(reported_at, $6::timestamptz) else reported_at end,
            signed_off_at = case when $5::boolean then coalesce(signed_off_at, $6::timestamptz) else signed_off_at end,
            objected = coalesce($17::boolean, objected),
            settled_at = case when objected and not $17::boolean then $6::timestamptz else settled_at end,
            completion_date = case when $2 = 'completed' then coalesce(completion_date, $7::date) end,
            receptionist_id = coalesce($8::bigint, receptionist_id),
            date = coalesce($9::date, date),
            session_id = coalesce($10::bigint, session_id)
      where id = $1
     returning id, version
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
     select id, $6::timestamptz, $11::bigint, $12, $13, $2, $14, version from changed
   )
   insert into outbox_event (at, type, order_id, actor_id, people, note)
   select $6::timestamptz, type, id, $11::bigint, $16::bigint[], $14 from changed, unnest($15::text[]) type`,

  takeEvents: `delete from outbox_event where id in (select id from outbox_event order by id limit $1 for update skip locked)
   returning id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), type, order_id, array_to_string(people, ','), coalesce(note, '')`,

  insertNotifications: `insert into notification (recipient_id, order_id, subject, text, at)
   select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])`,

  listNotifications: `select n.id, u.id, u.email, u.full_name, u.phone_number, u.street, u.city, u.province, u.postal_code, u.expertise, u.role, u.active, o.id, f.id, f.email, f.full_name, f.phone_number, f.street, f.city, f.province, f.postal_code, f.expertise, f.role, f.active, r.id, r.email, r.full_name, r.phone_number, r.street, r.city, r.province, r.postal_code, r.expertise, r.role, r.active, o.date, o.session_id, o.location, o.latitude, o.longitude, o.crop_id, o.area, o.cost,
  o.order_status, o.payment_status, o.payment_method, o.completion_date, o.confirmed, o.creation_date, n.subject, n.text, to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from (select * from notification n where n.recipient_id = $1 order by n.at desc, n.id desc limit 20 offset 0) n join app_user u on u.id = n.recipient_id join spray_order o on o.id = n.order_id join app_user f on f.id = o.farmer_id left join app_user r on r.id = o.receptionist_id order by n.at desc, n.id desc`,

  claimIdempotencyKey: `insert into idempotency_key as k (user_id, key, request_hash, created_at) values ($1, $2, $3, $4)
   on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
     where k.created_at <= $4::timestamptz - interval '24 hours'
   returning 1`,

  keepIdempotentAnswer: `update idempotency_key set answer = $3 where user_id = $1 and key = $2`,

  insertIntent: `insert into payment_intent (id, order_id, provider, live, secret_hash, amount, currency, created_at, look_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz + make_interval(secs => $9))
   on conflict do nothing`,

  listIntents: `select i.id, i.order_id, i.provider, i.live, encode(i.secret_hash, 'hex'), i.amount, i.currency,
   i.status, i.ended_at is not null, i.mismatch_at is not null, extract(epoch from i.created_at) from payment_intent i where i.order_id = $1 order by i.created_at, i.id`,

  insertPayment: `insert into payment (order_id, kind, amount, currency, method, provider_reference, actor_id, at, cause) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};
