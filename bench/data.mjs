// Creates a data set of a given size in PostgreSQL. The triggers of the schema run, except the most expensive ones: secondary indexes and
// foreign keys are created at the end.
import { checkData } from './data-check.mjs';
import { insertCrews, insertFeedback, insertObjections, insertOrders, insertReports, takePlaces } from './data-orders.mjs';
import { handOverCash, insertHistory, insertIntents, insertLedger, insertNotifications, insertSandboxIntents } from './data-records.mjs';
import { farmersFor, planDays, receptionists, sprayersFor, words } from './plan.mjs';
import { startProgress } from './progress.mjs';

export const password = 'Bench-mark1';

const insertsPerDay = [
  takePlaces,
  insertCrews,
  insertReports,
  insertObjections,
  insertFeedback,
  insertHistory,
  insertIntents,
  insertSandboxIntents,
  insertLedger,
  handOverCash,
  insertNotifications,
];

// Settings of a loading session: no durability, and generic plans for tables that are no longer empty.
const loading =
  "set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '256MB'; set enable_nestloop = off; set jit = off";

/** Fills a migrated database. `clients`: connections that share the work. All users have the same password. */
export async function fill(clients, orders, passwordHash) {
  const progress = startProgress(`${orders} orders`, orders * 1.35);
  const [client] = clients;
  for (const [role, count] of Object.entries({
    admin: 1,
    receptionist: receptionists,
    sprayer: sprayersFor(orders),
    farmer: farmersFor(orders),
  }))
    await client.query(insertUsers, [role, count, passwordHash, words.surnames, words.middles, words.givens]);
  await client.query('analyze app_user');
  await setServer(client, { max_wal_size: '8GB', autovacuum: 'off' });
  for (const each of clients) await each.query(loading);
  const dropped = await dropIndexesAndKeys(client);
  await setTriggers(client, 'disable');
  let done = 0;
  await share(clients, planDays(orders), async (one, days) => {
    await insertDays(one, days, farmersFor(orders));
    done += days.size;
    progress.show(done);
  });
  await client.query(insertOtherData, [orders]);
  await share(clients, dropped.indexes, (one, { text, table }) => {
    progress.show(orders * 1.05, `indexes of ${table}`);
    return one.query(text);
  });
  await setTriggers(client, 'enable');
  for (const { text, table } of dropped.keys) {
    progress.show(orders * 1.2, `keys of ${table}`);
    await client.query(text);
  }
  await client.query("select setval(pg_get_serial_sequence('spray_order', 'id'), (select max(id) from spray_order))");
  // As many places as the fullest session had: in the season, all are taken.
  await client.query('update spray_session s set capacity = (select max(taken) from session_day where session_id = s.id)');
  progress.show(orders * 1.25, 'vacuum');
  await client.query('vacuum analyze');
  progress.show(orders * 1.3, 'checks');
  await checkData(client);
  await setServer(client, { max_wal_size: undefined, autovacuum: undefined });
  for (const each of clients) await each.query('reset all');
  await client.query('checkpoint');
  progress.end();
}

/** Workers take the next item when they are done. */
async function share(clients, jobs, work) {
  const left = [...jobs];
  await Promise.all(
    clients.map(async (client) => {
      for (let job = left.shift(); job !== undefined; job = left.shift()) await work(client, job);
    }),
  );
}

async function insertDays(client, { ahead, orders, first, size }, farmers) {
  await client.query('begin');
  // A fixed seed: the same data in every run.
  await client.query('select setseed(1 / $1::float)', [first + 1]);
  await client.query(insertOrders, [ahead, orders, first, farmers, receptionists, words.fields, words.communes]);
  for (const text of insertsPerDay) await client.query(text, [first, first + size - 1]);
  await client.query('commit');
  if (first === 1) await client.query('analyze');
}

const insertUsers = `
  insert into app_user (email, full_name, phone_number, street, city, province, postal_code, expertise, role, password_hash, created_at, mail_notifications)
  select $1 || i || '@bench.example',
         ($4::text[])[1 + i % cardinality($4::text[])] || ' '
           || ($5::text[])[1 + i / (cardinality($4::text[]) * cardinality($6::text[])) % cardinality($5::text[])] || ' '
           || ($6::text[])[1 + i % cardinality($6::text[])],
         case $1 when 'admin' then '090' when 'receptionist' then '091' when 'sprayer' then '092' else '093' end || lpad(i::text, 7, '0'),
         i || ' Ấp Long Hòa', 'Chợ Mới', 'An Giang', '90000',
         -- The second of a pair may be an apprentice.
         case when $1 = 'sprayer' then case when i % 2 = 1 then (array['adept', 'expert'])[1 + i / 2 % 2] else (array['apprentice', 'adept', 'expert'])[1 + i / 2 % 3] end end,
         $1, $3, now() - interval '10 years', i % 5 = 0
    from generate_series(1, $2::integer) i order by i`;

/** Data that does not depend on the number of orders: sign-ins of staff, and webhook deliveries of the last month. */
const insertOtherData = `
  with staff as materialized (select id, row_number() over (order by id) as n, count(*) over () as of from app_user where role <> 'farmer'),
  audit as (
    insert into audit_entry (at, actor_id, action, subject_type, subject_id)
    select now() - (1 - i::float / ($1 / 20)) * interval '1 year', s.id, 'sign_in', 'user', s.id
      from generate_series(1, $1::integer / 20) i join staff s on s.n = 1 + i % s.of order by i
  ), hook as (
    insert into webhook (url, description, event_types, active, secret, created_at)
    values ('https://bench.example/hook', 'accounting', '{completed}', false, '\\x00', now() - interval '1 year') returning id
  )
  insert into webhook_delivery (webhook_id, message_id, type, payload, status, attempts, created_at, last_attempt_at, response_code)
  select hook.id, 'msg_bench_' || i, 'order.completed', '{}', 'delivered', 1, now() - i * interval '1 hour', now() - i * interval '1 hour', 200
    from hook, generate_series(600, 1, -1) i`;

/** The triggers of the reports are disabled, because they would run without indexes; the totals are computed at the end. */
async function setTriggers(client, how) {
  const { rows } = await client.query(
    "select tgrelid::regclass as table, tgname as name from pg_trigger where tgname like '%\\_figures%' and not tgisinternal",
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} ${how} trigger ${name}`);
}

/** Drops secondary indexes and disables foreign keys; returns the statements that restore them. */
async function dropIndexesAndKeys(client) {
  const { rows: indexes } = await client.query(
    `select i.indexrelid::regclass as name, i.indrelid::regclass as table, pg_get_indexdef(i.indexrelid) as text
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique and not exists (select from pg_constraint where conindid = i.indexrelid)
        -- Read by a trigger for each payment.
        and i.indexrelid <> 'payment_of_order'::regclass`,
  );
  const { rows: keys } = await client.query(
    `select format('alter table %s alter constraint %I', conrelid::regclass, conname) as text, conrelid::regclass as table
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { text } of keys) await client.query(`${text} not enforced`);
  return { indexes, keys: keys.map(({ text, table }) => ({ table, text: `${text} enforced` })) };
}

async function setServer(client, settings) {
  for (const [name, value] of Object.entries(settings))
    await client.query(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = '${value}'`);
  await client.query('select pg_reload_conf()');
}
