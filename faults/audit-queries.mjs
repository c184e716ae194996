// Invariants of the database at rest. Each query returns the rows that violate it.

/** No incomplete orders. */
export const incompleteChecks = {
  'an order without the history of its being placed': `
    select o.id from spray_order o
     where not exists (select from order_history h where h.order_id = o.id and h.action = 'place' and h.version = 1)`,
  'an order whose history ends elsewhere': `
    select o.id from spray_order o
      join lateral (select to_status, version from order_history h where h.order_id = o.id order by h.id desc limit 1) h on true
     where h.to_status <> o.order_status or h.version <> o.version`,
  'a history with a step missing or made twice': `
    select order_id from order_history group by order_id having count(*) <> max(version) or count(distinct version) <> count(*)`,
  'a step that does not begin where the last one ended': `
    select order_id from (select order_id, from_status, lag(to_status) over (partition by order_id order by id) as before from order_history) h
     where from_status is distinct from before`,
  'places that do not agree with the orders': `
    select date, session_id from (select date, session_id, count(*) as n from spray_order where order_status <> 'cancelled' group by 1, 2) o
      full join session_day d using (date, session_id) where coalesce(o.n, 0) <> coalesce(d.taken - d.held, 0)`,
  'a session with more places taken than it has': `
    select date, session_id from session_day d join spray_session s on s.id = d.session_id where d.taken > s.capacity`,
  'a crew that is not where its order is': `
    select c.order_id from crew_member c join spray_order o on o.id = c.order_id
     where (c.date, c.session_id, c.order_status) is distinct from (o.date, o.session_id, o.order_status)`,
  'an assigned order without a crew, or a crew without an assigned order': `
    select o.id from spray_order o left join crew_member c on c.order_id = o.id
     where (o.order_status in ('assigned', 'in_progress', 'completed') and c.order_id is null)
        or (o.order_status in ('pending', 'confirmed') and c.order_id is not null)`,
  'a payment status that does not follow from the ledger': `
    select o.id from spray_order o
      left join (select order_id, sum(case kind when 'charge' then amount when 'refund' then -amount else 0 end) as net from payment group by 1) p
        on p.order_id = o.id
     where (o.payment_status = 'paid') <> (coalesce(p.net, 0) > 0) or coalesce(p.net, 0) not in (0, o.cost)`,
  'a ledger that does not agree with the card': `
    select o.id from spray_order o
      left join (select order_id, sum(case kind when 'charge' then amount when 'refund' then -amount else 0 end) as net from payment group by 1) p
        on p.order_id = o.id
      left join (select order_id, sum(case when status = 'succeeded' and not refunded then amount else 0 end) as net from sandbox_intent group by 1) c
        on c.order_id = o.id
     where coalesce(p.net, 0) <> coalesce(c.net, 0)`,
  'money kept for a cancelled order': `
    select id from spray_order where order_status = 'cancelled' and payment_status = 'paid'`,
  'a charge without its receipt, or with two': `
    select p.id from payment p left join bill b on b.payment_id = p.id where p.kind = 'charge' group by p.id having count(b.id) <> 1`,
  'a key without its answer': 'select user_id, key from idempotency_key where answer is null',
};

/** Every event has been notified exactly once. */
export const notificationChecks = {
  'events that wait': 'select id from outbox_event',
  'a farmer who was not notified of each step once': `
    select o.id from spray_order o
      join (select order_id, count(*) as n from order_history group by 1) h on h.order_id = o.id
      left join notification n on n.order_id = o.id and n.recipient_id = o.farmer_id
     group by o.id, h.n having count(n.id) <> h.n`,
  'mails that wait': 'select id from outgoing_mail where sent_at is null',
  'webhook messages that wait': "select id from webhook_delivery where status <> 'delivered'",
};

const kept = `select list, owner_id, status, method, sum(size)::bigint as size from tally group by 1, 2, 3, 4 having sum(size) <> 0 order by 1, 2, 3, 4`;

/** Counters compared with counts; the counts are rolled back. */
export async function wrongCounters(client) {
  const before = (await client.query(kept)).rows;
  await client.query('begin');
  await client.query('call tally_everything()');
  const counted = (await client.query(kept)).rows;
  await client.query('rollback');
  const lines = (rows) => new Set(rows.map((row) => JSON.stringify(row)));
  const [left, right] = [lines(before), lines(counted)];
  return [...left].filter((line) => !right.has(line)).concat([...right].filter((line) => !left.has(line)));
}

/** Items that a killed process had claimed become due after some minutes; here their due time is moved forward. */
export const bringForward = [
  'update outgoing_mail set not_before = now() where sent_at is null',
  "update webhook_delivery set next_attempt_at = now() where status = 'waiting'",
  "update payment_intent set look_at = now() where ended_at is null or status = 'succeeded'",
];
