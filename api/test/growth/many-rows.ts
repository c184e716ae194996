import { buildRecord } from '../../src/spray-records/build-record-rules.ts';
import { versionExample, visitExample } from '../../src/spray-records/record-example.ts';
import type { Caller } from '../factories.ts';
import type { Service } from '../harness.ts';

export interface People {
  farmer: Caller;
  sprayer: Caller;
  receptionist: Caller;
  admin: Caller;
}

const day = "date '2026-11-15'";
const recordExample = JSON.stringify(buildRecord(visitExample, 'SR-000001', versionExample));

/**
 * Several years of data, inserted by PostgreSQL: each of the given users has the data of one user, all other users have the rest.
 * Triggers and foreign keys are off, as the data satisfy them by construction; the counters are calculated at the end.
 */
export async function makeManyRows(service: Service, { farmer, sprayer, receptionist, admin }: People, orders: number): Promise<void> {
  const farmers = orders / 3;
  const [ids] = await service.sql<{ last: string }>('select max(id) as last from app_user');
  const first = Number(ids?.last) + 1; // 4 receptionists, 40 sprayers, then farmers
  await service.sql(`
    set session_replication_role = 'replica';
    insert into app_user (email, full_name, phone_number, city, province, expertise, role, active, created_at)
    select 'user' || i || '@many.example', (array['Nguyễn', 'Trần', 'Lê', 'Phạm'])[1 + i % 4] || ' Văn ' || chr(65 + i % 26) || chr(97 + i % 23) || i,
           '03' || lpad(((i * 7919) % 100000000)::text, 8, '0'), 'Xã ' || i % 90, case when i % 50 > 0 then 'Tỉnh ' || i % 12 end,
           case when i between 4 and 43 then (array['apprentice', 'adept', 'expert'])[1 + i % 3] end,
           case when i < 4 then 'receptionist' when i < 44 then 'sprayer' else 'farmer' end, i % 100 > 0, now()
      from generate_series(0, ${43 + farmers}) i order by i;
    update app_user set sort_name = joined_words(plain_words(full_name)) where sort_name is null;
    insert into spray_order (farmer_id, receptionist_id, date, session_id, location, latitude, longitude, crop_id, area, price, cost, order_status,
                             payment_status, payment_method, completion_date, confirmed, creation_date, created_at, reported_at, objected, refunded, found_by)
    select case when n % ${orders / 150} = 0 then ${farmer.id} else ${first + 44} + (n * 7919) % ${farmers} end,
           case when n % 5 = 0 then ${receptionist.id} else ${first} + n % 4 end,
           date, 1 + n % 6, 'Thửa ' || n % 997 || ', ấp ' || n % 13 || ', Long Điền', 10.3 + (n % 100) / 500.0, 105.4 + (n % 77) / 500.0,
           1 + (n / 6) % 3, 10 + (n * 37) % 1900 / 10.0, 30000, case when n % 3000 = 0 then 0 else 30000 * (10 + (n * 37) % 1900 / 10.0) end,
           status, case when status = 'completed' then case when n % 15 = 1 then 'failed' when n % 90 = 2 then 'pending' else 'paid' end else 'pending' end,
           case when n % 10 < 6 then 'cash' when n % 10 < 8 then 'visa' else 'mastercard' end,
           case when status = 'completed' then date end, status not in ('pending', 'cancelled'), date - 7, date - interval '7 days',
           case when status = 'in_progress' then date + interval '10 hours' end, status = 'in_progress' and n % 7 = 0, status = 'cancelled' and n % 20 = 0,
           array_to_tsvector(plain_words('Thửa ' || n % 997 || ', ấp ' || n % 13 || ', Long Điền ' || case when n % 2 = 0 then 'Nguyễn' else 'Trần' end || ' Văn ' || chr(97 + n % 26)))
      from (select n, date, case when date < ${day} - 3 then case when n % 11 = 0 then 'cancelled' else 'completed' end
                                 when date < ${day} then 'in_progress'
                                 when n % 4 = 0 then 'pending' when n % 4 = 1 then 'confirmed' else 'assigned' end as status
              from (select n, ${day} + case when n % 40 > 0 then -1 - (n * 31) % 1500 else (n / 40) % 60 end as date
                      from generate_series(1, ${orders}) n) n) n;
    insert into order_search
    select o.id, o.farmer_id, o.date, o.closed, o.order_status, o.payment_status, o.payment_method, o.session_id, o.crop_id, o.reported_at,
           order_search_words(o.found_by, u.phone_key) from spray_order o join app_user u on u.id = o.farmer_id order by o.id
    on conflict do nothing;
    insert into order_search_word select word from ts_stat('select found_by from spray_order');
    insert into session_day (date, session_id, taken) select date, session_id, count(*) from spray_order where order_status <> 'cancelled' group by 1, 2;
    update spray_session set capacity = 10000;
    insert into order_history (order_id, at, actor_id, action, to_status)
    select o.id, o.date, o.farmer_id, action, o.order_status from spray_order o, unnest('{place,start}'::text[]) action;
    insert into crew_member (order_id, sprayer_id, date, session_id, order_status)
    select id, case when place = 0 and date > ${day} - 600 then ${sprayer.id} else ${first + 4} + place % 40 end, date, session_id, order_status
      from (select *, row_number() over (partition by date, session_id order by id) - 1 as place from spray_order) o
     where order_status in ('assigned', 'in_progress', 'completed') and place < 40;
    insert into payment (order_id, kind, amount, currency, method, provider_reference, actor_id, at, cause)
    select id, case when payment_method = 'cash' then 'cash' when payment_status = 'failed' then 'failure' else 'charge' end, cost, 'VND', payment_method,
           case when payment_method <> 'cash' then 'pi_' || id end,
           case when payment_method = 'cash' then case when id % 300 = 0 then ${sprayer.id} else ${first + 4} + id % 40 end end, date + interval '4 hours',
           case when payment_method = 'cash' then 'crew' else 'verified' end
      from spray_order where payment_status in ('paid', 'failed') order by id;
    insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause)
    select id, 'refund', cost, 'VND', 'cash', case when id % 3 = 0 then ${receptionist.id} else ${first} + id % 4 end, date + interval '5 hours', 'office'
      from spray_order where refunded and payment_method = 'cash' order by id;
    insert into cash_hand_over (collector_id, date, received_by, at) values (${sprayer.id}, ${day}, ${receptionist.id}, now());
    insert into cash_handed_over (payment_id, hand_over_id) select id, 1 from payment where kind = 'cash' and at < ${day} - 10;
    insert into cash_carried select id, actor_id, currency, amount from payment where kind = 'cash' and at >= ${day} - 10;
    insert into payment_intent (id, order_id, provider, secret_hash, amount, currency, status, created_at, look_at, ended_at)
    select 'pi_' || id, id, 'sandbox', '', cost, 'VND', case when closed then case when id % 9 = 0 then 'cancelled' else 'succeeded' end else 'open' end,
           date, date, case when closed and id % 9 = 0 then date end
      from spray_order where payment_method <> 'cash';
    insert into feedback (order_id, overall_rating, attentive_rating, friendly_rating, professional_rating, text, created_at)
    select id, 1 + id % 5, 1 + id % 4, 2 + id % 4, 5 - id % 3, '', date from spray_order where order_status = 'completed' and id % 2 = 0;
    insert into notification (recipient_id, order_id, subject, text, at, read_at)
    select case kind when 0 then farmer_id when 1 then receptionist_id else ${first} end, id, 'Lịch phun ' || date || ' ' || kind, '', created_at,
           case when id % 3 > 0 then date end from spray_order, generate_series(0, 2) kind order by created_at;
    insert into audit_entry (at, actor_id, action, subject_type, subject_id)
    select ${day} - n * interval '5 minutes', case when n % 10 = 0 then ${admin.id} else ${first} + n % 4 end,
           case when n % 500 = 0 then 'crop_update' when n % 40 = 0 then 'user_update' else 'sign_in' end, 'user', 1 from generate_series(1, ${orders / 3}) n order by n desc;
    insert into webhook (url, description, event_types, active, secret, created_at) select 'https://hook.example/' || n, '', '{order.created}', true, '', now() from generate_series(1, 3) n;
    insert into webhook_delivery (webhook_id, message_id, type, payload, status, attempts, created_at, next_attempt_at)
    select 1 + n % 3, 'msg_' || n, case when n % 3 = 0 then 'order.created' else 'order.completed' end, '{}', case when n > 30 then 'delivered' else 'waiting' end,
           1 + n % 5, ${day} - n * interval '2 minutes', case when n <= 30 then ${day} - interval '1 hour' end from generate_series(1, ${orders / 2}) n;
    insert into outgoing_mail (to_address, subject, text, created_at, not_before, sent_at)
    select 'a@b.example', '', '', at, at, case when n > 20 then at end from (select n, ${day} - n * interval '3 minutes' as at from generate_series(1, ${orders / 3}) n) n;
    insert into access_token (hash, user_id, created_at, expires_at)
    select sha256(n::text::bytea), ${farmer.id}, now(), ${day} + (n - 50) * interval '1 minute' from generate_series(1, ${orders / 4}) n;
    insert into idempotency_key (user_id, key, request_hash, answer, created_at)
    select ${farmer.id}, 'k' || n, '', '{}', ${day} - interval '25 hours' + n * interval '1 second' from generate_series(1, ${orders / 4}) n;
    insert into sign_in_attempt (key, attempts, window_ends_at) select 'k' || n, 1, ${day} + (n - 50) * interval '1 second' from generate_series(1, ${orders / 4}) n;
    insert into objection (order_id, text, created_at) select id, 'x', date from spray_order where objected;
    insert into spray_record (order_id, visit, farmer_id, operator_id, content_hash, profile, date, finished_at, products, missing, due_at, created_at)
    select o.id, 1, o.farmer_id, m.sprayer_id, '', 'vn', o.date, o.date, 'Chess', case when o.id % 40 = 0 then '{products}'::text[] else '{}' end, o.date, o.date
      from spray_order o join (select order_id, min(sprayer_id) as sprayer_id from crew_member group by 1) m on m.order_id = o.id where o.order_status = 'completed';
    insert into spray_record_member (sprayer_id, record_id) select operator_id, id from spray_record;
    insert into spray_record_version (record_id, version, content, content_hash) select id, 1, '${recordExample}', '' from spray_record;
    insert into spray_record_link (sequence, version_id, previous_hash, hash) select id, id, '', '' from spray_record_version;
    call tally_everything();
    set session_replication_role = 'origin';
  `);
  await service.sql('vacuum analyze');
}

/** Fields of all farmers, of which some share ground with one of this farmer. Returns its id. */
export async function storedFields(service: Service, farmerId: string): Promise<string> {
  const square =
    "jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(jsonb_build_array(jsonb_build_array(x, y), jsonb_build_array(x + 0.001, y), jsonb_build_array(x + 0.001, y + 0.001), jsonb_build_array(x, y))))";
  const [stored] = await service.sql<{ id: string }>(
    `with stored as (
       insert into field (farmer_id, name, boundary, area_m2, extent, latitude, longitude, crop_id, created_at, updated_at)
       select case when n % 100 = 0 then $1::bigint else u.id end, 'Thửa ' || n, ${square}, 6000, box(point(x + 0.001, y + 0.001), point(x, y)), y, x, 1, now(), now()
         from (select n, 105 + (n % 300) * 0.002 as x, 10 + (n / 300) * 0.002 as y from generate_series(1, 5000) n) n
         join lateral (select min(id) as id from app_user where role = 'farmer' and id > n.n) u on true
       returning id, farmer_id)
     select min(id) as id from stored where farmer_id = $1`,
    [farmerId],
  );
  await service.sql('analyze field');
  return String(stored?.id);
}
