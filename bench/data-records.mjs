// History, payments and notifications of orders. $1 and $2 in each statement: the first and the last order.

const states = "('assigned', 'in_progress', 'completed')";

/** The order with the data for its steps: its crew, and whether it was confirmed when it was booked. */
const orderWithCrew = `
  select o.*, m.sprayer_id, o.id % 10 < 7 as at_once, (o.id % 10 < 7)::integer as c, o.order_status in ${states} as has_crew,
         o.order_status in ('in_progress', 'completed') as begun, o.payment_status <> 'pending' or o.refunded as had_money,
         o.order_status = 'cancelled' as gone, o.date + interval '1 hour' as begun_at,
         case when o.payment_method = 'cash' then o.reported_at else o.created_at + interval '26 hours' end as money_at
    from spray_order o left join lateral (select min(sprayer_id) as sprayer_id from crew_member where order_id = o.id) m on true
   where o.id between $1 and $2`;

export const insertHistory = `
  insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
  select o.id, s.at, s.actor, s.action, s.was, s.became, s.reason, s.version
    from (${orderWithCrew}) o cross join lateral (values
      (true, o.created_at, o.farmer_id, 'place', null, case when o.at_once then 'confirmed' else 'pending' end, null, 1),
      (not o.at_once and o.order_status not in ('pending', 'cancelled'), o.created_at + interval '20 minutes', o.receptionist_id, 'confirm', 'pending', 'confirmed', null, 2),
      (o.has_crew, o.created_at + interval '50 minutes', o.receptionist_id, 'assign', 'confirmed', 'assigned', null, 3 - o.c),
      (o.begun, o.begun_at, o.sprayer_id, 'start', 'assigned', 'in_progress', null, 4 - o.c),
      (o.had_money and not o.gone, coalesce(o.reported_at, o.created_at + interval '1 hour'),
         case when o.payment_method = 'cash' then o.sprayer_id else o.farmer_id end, case o.payment_status when 'paid' then 'paid' else 'payment_failed' end,
         case when o.begun then 'in_progress' else o.order_status end, case when o.begun then 'in_progress' else o.order_status end, null,
         case when o.begun then 5 when o.has_crew then 4 else 3 end - o.c),
      (o.reported_at is not null, o.reported_at, o.sprayer_id, 'finish', 'in_progress', 'in_progress', null, 5 - o.c + o.had_money::integer),
      (o.objected, o.reported_at + interval '2 hours', o.farmer_id, 'object', 'in_progress', 'in_progress', null, 6 - o.c + o.had_money::integer),
      (o.signed_off_at is not null, o.signed_off_at, o.farmer_id, 'sign_off', 'in_progress', 'completed', null, 6 - o.c + o.had_money::integer),
      (o.gone and o.refunded, o.created_at + interval '1 hour', o.farmer_id, 'paid', case when o.at_once then 'confirmed' else 'pending' end, case when o.at_once then 'confirmed' else 'pending' end, null, 2),
      (o.gone, o.created_at + interval '2 hours', o.farmer_id, 'cancel', case when o.at_once then 'confirmed' else 'pending' end, 'cancelled', 'Trời mưa', case when o.refunded then 3 else 2 end),
      (o.gone and o.refunded, o.created_at + interval '3 hours', null, 'refunded', 'cancelled', 'cancelled', null, 4)
    ) s (applies, at, actor, action, was, became, reason, version)
   where s.applies order by o.id, s.version`;

export const insertIntents = `
  insert into payment_intent (id, order_id, provider, secret_hash, amount, currency, status, created_at, settled_at, ended_at)
  select 'pi_bench_' || o.id, o.id, 'sandbox', sha256(o.id::text::bytea), o.cost, k.currency, case o.payment_status when 'failed' then 'failed' else 'succeeded' end,
         o.created_at + interval '50 minutes', o.created_at + interval '1 hour', case o.payment_status when 'failed' then o.created_at + interval '1 hour' end
    from spray_order o, company k
   where o.id between $1 and $2 and o.payment_method <> 'cash' and (o.payment_status <> 'pending' or o.refunded)`;

export const insertSandboxIntents = `
  insert into sandbox_intent (id, order_id, amount, currency, status, refunded, created_at)
  select i.id, i.order_id, i.amount, i.currency, case i.status when 'failed' then 'cancelled' else 'succeeded' end, o.refunded, i.created_at
    from payment_intent i join spray_order o on o.id = i.order_id where i.order_id between $1 and $2`;

export const insertLedger = `
  insert into payment (order_id, kind, amount, currency, method, provider_reference, actor_id, at, cause)
  select o.id, e.kind, o.cost, k.currency, o.payment_method, case when o.payment_method <> 'cash' then 'pi_bench_' || o.id end, e.actor, e.at, e.cause
    from (${orderWithCrew}) o cross join company k cross join lateral (values
      (o.payment_method = 'cash' and o.payment_status = 'paid', 'cash', o.sprayer_id, o.reported_at, 'crew'),
      (o.payment_method <> 'cash' and (o.payment_status = 'paid' or o.refunded), 'charge', o.farmer_id, o.created_at + interval '1 hour', 'verified'),
      (o.payment_status = 'failed', 'failure', o.farmer_id, o.created_at + interval '1 hour', 'verified'),
      (o.refunded, 'refund', null, o.created_at + interval '3 hours', 'cancelled')
    ) e (applies, kind, actor, at, cause)
   where e.applies order by o.id, e.at`;

// Cash that crews received until yesterday is handed over.
export const handOverCash = `
  with taken as (
    select p.id, p.actor_id, o.date, o.receptionist_id from payment p join spray_order o on o.id = p.order_id
     where p.order_id between $1 and $2 and p.kind = 'cash' and o.date < current_date - 1
  ), given as (
    insert into cash_hand_over (collector_id, date, received_by, at)
    select actor_id, date, min(receptionist_id), date + interval '11 hours' from taken group by 1, 2 order by 2, 1
    returning id, collector_id, date
  )
  insert into cash_handed_over (payment_id, hand_over_id)
  select t.id, g.id from taken t join given g on g.collector_id = t.actor_id and g.date = t.date order by t.id`;

/** Recipients of each event, like \`messages.ts\`; messages older than ten days are read. */
export const insertNotifications = `
  insert into notification (recipient_id, order_id, subject, text, at, read_at)
  select n.reader, o.id, n.subject || to_char(o.date, 'DD/MM/YYYY'),
         n.text || ' ' || o.location || ', ' || to_char(o.date, 'DD/MM/YYYY') || ': ' || o.area || ' công, ' || o.cost || ' ₫.', n.at,
         case when n.at < now() - interval '10 days' then n.at + interval '25 minutes' end
    from (${orderWithCrew}) o cross join lateral (values
      (true, o.farmer_id, 'Đã đặt lịch phun ', 'Bà con đã đặt phun tại', o.created_at),
      (true, o.receptionist_id, 'Đơn mới: ', 'Nông dân đặt phun tại', o.created_at),
      (not o.at_once and o.order_status not in ('pending', 'cancelled'), o.farmer_id, 'Đã xác nhận lịch phun ', 'Đã xác nhận lịch phun tại', o.created_at + interval '20 minutes'),
      (o.has_crew, o.farmer_id, 'Đội phun sẽ tới ', 'Đội phun sẽ tới phun tại', o.created_at + interval '50 minutes'),
      (o.has_crew, o.sprayer_id, 'Việc mới: ', 'Phun tại', o.created_at + interval '50 minutes'),
      (o.has_crew, o.sprayer_id + 1, 'Việc mới: ', 'Phun tại', o.created_at + interval '50 minutes'),
      (o.begun, o.farmer_id, 'Đã bắt đầu phun ', 'Đội phun đã bắt đầu tại', o.begun_at),
      (o.reported_at is not null, o.farmer_id, 'Mời bà con nghiệm thu ', 'Đội phun báo đã xong tại', o.reported_at),
      (o.payment_status = 'paid', o.farmer_id, 'Đã nhận thanh toán ', 'Chúng tôi đã nhận tiền cho lần phun tại', coalesce(o.reported_at, o.created_at + interval '1 hour')),
      (o.payment_status = 'failed', o.farmer_id, 'Thanh toán không thành công ', 'Chưa trả được cho lần phun tại', o.created_at + interval '1 hour'),
      (o.signed_off_at is not null, o.farmer_id, 'Đã phun xong ', 'Đã hoàn tất phun tại', o.signed_off_at),
      (o.gone, o.farmer_id, 'Đã hủy lịch phun ', 'Đã hủy lịch phun tại', o.created_at + interval '2 hours'),
      (o.gone, o.receptionist_id, 'Đã hủy: ', 'Đã hủy lịch phun tại', o.created_at + interval '2 hours'),
      (o.order_status = 'completed' and o.id % 10 < 4, o.receptionist_id, 'Đánh giá mới: ', 'Có đánh giá cho lần phun tại', o.signed_off_at + interval '3 hours')
    ) n (applies, reader, subject, text, at)
   where n.applies order by n.at, o.id`;
