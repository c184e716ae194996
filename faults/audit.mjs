// Compares what the journal says was acknowledged with what the database and the service say is there.
import { bringForward, halves, untold, wrongCounters } from './audit-questions.mjs';
import { call, isWellSaid } from './client.mjs';
import { compare } from './compare.mjs';
import { eventually, pause } from './waiting.mjs';

/**
 * `connect` opens a client on the database beneath the service. Nothing may be under way any more. Answers with
 * what is lost, doubled, half-made and untold, each as a list of findings.
 */
export async function audit({ journal, connect, url, people, receiver, listener, drainSeconds = 90 }) {
  const client = await eventually(connect, 30);
  try {
    const asked = journal.read();
    await drain(client, () => unheard(client, people, receiver, listener), drainSeconds);
    const orders = (await client.query('select id, location, order_status, payment_status from spray_order')).rows;
    const steps = (await client.query('select order_id, action from order_history order by id')).rows;
    const compared = compare(asked, orders, steps);
    return {
      acknowledged: asked.filter(({ status }) => status === 200).length,
      orders: orders.length,
      lost: [...compared.lost, ...(await missingInApi({ asked, url, people, orders }))],
      doubled: compared.doubled,
      halfMade: [...(await findings(client, halves)), ...(await wrongCounters(client)).map((line) => `a counter: ${line}`)],
      untold: [...(await findings(client, untold)), ...(await unheard(client, people, receiver, listener))],
    };
  } finally {
    await client.end();
  }
}

/** Waits until everything has been told; what is not by then is found afterwards. */
async function drain(client, findUnheard, seconds) {
  for (const statement of bringForward) await client.query(statement);
  let rounds = 0;
  await eventually(
    async () => {
      // Cancelled and paid: looked after now and then, a few at a time.
      if (rounds++ % 20 === 19) await client.query(bringForward.at(-1));
      const found = await findings(client, { ...untold, money: halves['money kept for a cancelled order'], unpaid: unsettled });
      found.push(...(await findUnheard()));
      if (found.length > 0) throw new Error(found[0]);
    },
    seconds,
    500,
  ).catch(() => {});
}

const unsettled = `select c.id from sandbox_intent c join payment_intent i on i.id = c.id where c.status = 'succeeded' and i.status = 'open'`;

async function findings(client, questions) {
  const found = [];
  for (const [what, text] of Object.entries(questions)) {
    const { rows } = await client.query(text);
    if (rows.length > 0) found.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
  }
  return found;
}

/** The service itself, asked for a sample of what it acknowledged, and for how much there is. */
async function missingInApi({ asked, url, people, orders }) {
  const missing = [];
  const [office] = people.office;
  const placed = asked.filter(({ do: what, status }) => what === 'place' && status === 200);
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

/** Comes back as it is asked to; what is refused to the end counts as lost. */
async function untilServed(ask) {
  const until = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (!isWellSaid(answer) || performance.now() > until) return answer;
    await pause(500);
  }
}

/** Another system was told at least once of each order that was placed and of each that was paid; whoever listened, of all that is theirs. */
async function unheard(client, people, receiver, listener) {
  const heard = new Set(receiver.heard.values());
  const steps = await client.query("select order_id, action from order_history where action in ('place', 'paid')");
  const events = steps.rows.map(({ order_id: id, action }) => `order.${action === 'place' ? 'created' : 'paid'} ${id}`);
  const messages = await client.query('select id from notification where recipient_id = $1', [people.farmers[0].id]);
  return [
    ...events.filter((event) => !heard.has(event)).map((event) => `no webhook came for ${event}`),
    ...messages.rows.filter(({ id }) => !listener.heard.has(String(id))).map(({ id }) => `the live stream has not brought ${id}`),
  ];
}
