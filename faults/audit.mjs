// Compares acknowledged requests in the journal with the database and the service.
import { bringForward, incompleteChecks, notificationChecks, wrongCounters } from './audit-queries.mjs';
import { call, isTemporaryProblem } from './client.mjs';
import { compare } from './compare.mjs';
import { eventually, pause } from './wait.mjs';

/**
 * `connect` opens a client on the database of the service. No request may be in flight. Returns lists of findings: lost, doubled,
 * incomplete, not notified.
 */
export async function audit({ journal, connect, url, people, receiver, listener, drainSeconds = 90 }) {
  const client = await eventually(connect, 30);
  try {
    const entries = journal.read();
    await drain(client, () => missedDeliveries(client, people, receiver, listener), drainSeconds);
    const orders = (await client.query('select id, location, order_status, payment_status from spray_order')).rows;
    const steps = (await client.query('select order_id, action from order_history order by id')).rows;
    const compared = compare(entries, orders, steps);
    return {
      acknowledged: entries.filter(({ status }) => status === 200).length,
      orders: orders.length,
      lost: [...compared.lost, ...(await missingInApi({ entries, url, people, orders }))],
      doubled: compared.doubled,
      incomplete: [...(await findings(client, incompleteChecks)), ...(await wrongCounters(client)).map((line) => `a counter: ${line}`)],
      notNotified: [...(await findings(client, notificationChecks)), ...(await missedDeliveries(client, people, receiver, listener))],
    };
  } finally {
    await client.end();
  }
}

/** Waits until all notifications are delivered; the audit reports those that are not by then. */
async function drain(client, findMissed, seconds) {
  for (const statement of bringForward) await client.query(statement);
  let rounds = 0;
  await eventually(
    async () => {
      // Payments of cancelled orders are settled by a timer, a few at a time.
      if (rounds++ % 20 === 19) await client.query(bringForward.at(-1));
      const found = await findings(client, {
        ...notificationChecks,
        money: incompleteChecks['money kept for a cancelled order'],
        unpaid: unsettled,
      });
      found.push(...(await findMissed()));
      if (found.length > 0) throw new Error(found[0]);
    },
    seconds,
    500,
  ).catch(() => {});
}

const unsettled = `select c.id from sandbox_intent c join payment_intent i on i.id = c.id where c.status = 'succeeded' and i.status = 'open'`;

async function findings(client, queries) {
  const found = [];
  for (const [what, text] of Object.entries(queries)) {
    const { rows } = await client.query(text);
    if (rows.length > 0) found.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
  }
  return found;
}

/** Compares a sample of acknowledged requests, and totals, with the API. */
async function missingInApi({ entries, url, people, orders }) {
  const missing = [];
  const [office] = people.office;
  const placed = entries.filter(({ do: what, status }) => what === 'place' && status === 200);
  const every = Math.max(1, Math.floor(placed.length / 60));
  for (const { order } of placed.filter((_, n) => n % every === 0)) {
    const answer = await untilServed(() => call(url, 'GET', `/api/receptionist/order/${order}`, { token: office.token }));
    if (answer.status !== 200) missing.push(`the service answers ${answer.status ?? answer.gone} for order ${order}`);
  }
  let total = 0;
  for (const { token } of people.farmers) {
    const list = await untilServed(() => call(url, 'GET', '/api/farmer/order/?size=1', { token }));
    total += list.body?.page?.totalElements ?? Number.NaN;
  }
  if (total !== orders.length) missing.push(`farmers see ${total} orders, there are ${orders.length}`);
  return missing;
}

/** Retries after Retry-After; a request that fails permanently counts as lost. */
async function untilServed(ask) {
  const until = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (!isTemporaryProblem(answer) || performance.now() > until) return answer;
    await pause(500);
  }
}

/** The webhook receiver got each created and paid order at least once; the live stream got all notifications of its user. */
async function missedDeliveries(client, people, receiver, listener) {
  const received = new Set(receiver.received.values());
  const steps = await client.query("select order_id, action from order_history where action in ('place', 'paid')");
  const events = steps.rows.map(({ order_id: id, action }) => `order.${action === 'place' ? 'created' : 'paid'} ${id}`);
  const messages = await client.query('select id from notification where recipient_id = $1', [people.farmers[0].id]);
  return [
    ...events.filter((event) => !received.has(event)).map((event) => `no webhook came for ${event}`),
    ...messages.rows.filter(({ id }) => !listener.received.has(String(id))).map(({ id }) => `the live stream has not brought ${id}`),
  ];
}
