// Simulated users of the soak test: each sends requests with short pauses; some keep a live stream open.
import { Agent, request as ask } from 'node:http';
import { serveJobs } from './children.mjs';
import { summary } from './measure.mjs';

let counts;
let took;
let settings;
const agent = new Agent({ keepAlive: true });
const reset = () => {
  counts = { requests: 0, bookings: 0, cancels: 0, events: 0, errors: 0, reasons: [] };
  took = [];
};
reset();

serveJobs(
  (given) => {
    settings = given;
    for (const [at, farmer] of settings.farmers.entries()) void repeatStep(() => farmerStep(farmer, at));
    for (let desk = 0; desk < 4; desk++) void repeatStep(officeStep);
    for (let at = 0; at < settings.streams; at++) listen(settings.farmers[at % settings.farmers.length]);
  },
  async ({ seconds }) => {
    reset();
    await pause(seconds * 1000);
    const { p50, p99 } = summary(took, seconds);
    return { ...counts, p50, p99 };
  },
);

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

async function repeatStep(step) {
  for (;;) {
    try {
      await step();
    } catch (error) {
      fail(error.message);
      await pause(200);
    }
    await pause(Math.random() * 20);
  }
}

function fail(reason) {
  counts.errors++;
  if (counts.reasons.length < 5) counts.reasons.push(reason);
}

async function farmerStep({ headers }) {
  const [order] = (await call('GET', '/api/farmer/order/', headers)).content;
  await call('GET', `/api/farmer/order/${order.id}/timeline`, headers);
  await call('GET', '/api/common/notification/', headers);
  if (Math.random() > 0.25) return;
  await call('GET', `/api/common/availability?from=${day(2)}&to=${day(8)}`, headers);
  const booked = await call('POST', '/api/farmer/order', headers, booking());
  counts.bookings++;
  if (Math.random() > 0.5) return;
  await call('POST', `/api/farmer/order/${booked.id}/cancel`, headers, {});
  counts.cancels++;
}

async function officeStep() {
  const { office, farmers, orders } = settings;
  await call('GET', '/api/receptionist/order/', office);
  await call('GET', `/api/receptionist/order/${1 + Math.floor(Math.random() * orders)}`, office);
  await call('GET', `/api/receptionist/order/?search=${encodeURIComponent(pick(farmers).name)}`, office);
  await call('GET', '/api/receptionist/inbox/', office);
  await call('GET', '/api/common/notification/', office);
}

const booking = () => ({
  date: day(2 + Math.floor(Math.random() * 350)),
  session: { id: 1 + Math.floor(Math.random() * 6) },
  location: 'Ruộng sau đình, xã Long Điền A',
  latitude: 10.5312,
  longitude: 105.4551,
  cropType: { id: 1 + Math.floor(Math.random() * 3) },
  area: 12.5,
  confirmed: true,
  paymentMethod: 'cash',
});

async function call(method, path, headers, body) {
  const began = performance.now();
  const { status, text } = await new Promise((resolve, reject) => {
    const sent = ask(
      settings.url + path,
      { method, agent, headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' }, timeout: 30_000 },
      (response) => {
        const parts = [];
        response
          .on('data', (part) => parts.push(part))
          .once('end', () => resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() }))
          .once('error', reject);
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`${path} took half a minute`))).once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`);
  counts.requests++;
  took.push(performance.now() - began);
  return JSON.parse(text);
}

/** A live stream that stays open. Its end is an error. */
function listen({ headers }) {
  ask(`${settings.url}/api/common/notification/stream`, { headers, agent: new Agent() }, (response) => {
    if (response.statusCode !== 200) fail(`a stream answered ${response.statusCode}`);
    response.setEncoding('utf8');
    response.on('data', (text) => {
      counts.events += text.split('\ndata: ').length - 1;
    });
    response.once('close', () => {
      fail('a stream has ended');
      setTimeout(() => listen({ headers }), 1000);
    });
  })
    .once('error', (error) => fail(`a stream: ${error.message}`))
    .end();
}
