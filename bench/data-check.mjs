// Checks that a data set is what the service would have written: counters are compared with counts, and derived values with their sources.
// PostgreSQL has checked keys and constraints.

const kept = `select list, owner_id, status, method, sum(size) as size from tally group by 1, 2, 3, 4 having sum(size) <> 0`;

const mustBeEmpty = {
  'waiting events': 'select 1 from outbox_event',
  'kinds of orders counted wrongly': `
    select 1 from (select order_status, payment_status, payment_method, count(*)::numeric as orders from spray_order group by 1, 2, 3) o
      full join (select order_status, payment_status, payment_method, sum(orders) as orders from order_tally group by 1, 2, 3 having sum(orders) <> 0) t
      using (order_status, payment_status, payment_method) where o.orders is distinct from t.orders`,
  'sessions with other places taken than orders': `
    select 1 from session_day d
      full join (select date, session_id, count(*) as orders from spray_order where order_status <> 'cancelled' group by 1, 2) o using (date, session_id)
     where coalesce(d.taken, 0) <> coalesce(o.orders, 0)`,
  'orders whose version is not that of their last step': `
    select 1 from spray_order o
      join (select order_id, max(version) as version, count(*) as steps from order_history group by 1) h on h.order_id = o.id
     where h.version <> o.version or h.steps <> o.version`,
  'orders whose last state is not their state': `
    select 1 from spray_order o join order_history h on h.order_id = o.id and h.version = o.version where h.to_status <> o.order_status`,
  'orders without a history': 'select 1 from spray_order o where not exists (select from order_history where order_id = o.id)',
  'orders whose payment status does not follow from the ledger': `
    select 1 from spray_order o
      left join (select order_id, (array_agg(kind order by id desc))[1] as kind from payment group by 1) p on p.order_id = o.id
     where o.payment_status <> case when p.kind in ('cash', 'charge') then 'paid' when p.kind = 'failure' then 'failed' else 'pending' end`,
  'orders in work without a crew of two': `
    select 1 from spray_order o left join (select order_id, count(*) as size from crew_member group by 1) m on m.order_id = o.id
     where (o.order_status in ('assigned', 'in_progress', 'completed')) <> (coalesce(m.size, 0) = 2)`,
  'reports missing':
    'select 1 from spray_order o full join work_report r on r.order_id = o.id where (o.reported_at is null) <> (r.order_id is null)',
};

export async function checkData(client) {
  for (const [what, text] of Object.entries(mustBeEmpty)) {
    const { rows } = await client.query(`select count(*) as n from (${text}) x`);
    if (rows[0].n !== '0') throw new Error(`the data are not right: ${rows[0].n} ${what}`);
  }
  // Recounted, because the triggers of the report tables were disabled.
  await client.query(`begin; create temp table counted on commit drop as ${kept}; call tally_everything()`);
  const { rows } = await client.query(
    `select count(*) as n from counted c full join (${kept}) k using (list, owner_id, status, method) where c.size is distinct from k.size`,
  );
  if (rows[0].n !== '0') throw new Error(`the data are not right: ${rows[0].n} tallies differ from what there is`);
  await client.query('commit');
}
