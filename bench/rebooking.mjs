// Rebooking a day of 200 orders: finding the new places and moving the orders, each as one request.
import { median } from './measure.mjs';
import { findBookers, signIn } from './users.mjs';

const rebookedOrders = 200;
const goalSeconds = 3;

/** Medians of several days, each with its own orders. */
export async function measureRebooking({ client, url }, times) {
  const office = await signIn(url, 'receptionist1@bench.example');
  const farmers = await findBookers(client, rebookedOrders);
  // 34 orders of the day in each session, and places for them on several other days.
  await client.query('update spray_session set capacity = 60');
  await client.query('update company set open_booking_limit = 1000000');
  const proposed = [];
  const applied = [];
  for (let time = 0; time < times; time++) {
    const orderIds = await placeOrders(url, farmers, day(60 + time));
    const ask = (path, body) => timed(url, path, office, body);
    const proposal = await ask('/api/receptionist/rebooking', { orderIds, reason: 'Mưa to' });
    proposed.push(proposal.seconds);
    applied.push((await ask(`/api/receptionist/rebooking/${proposal.body.id}/apply`)).seconds);
  }
  return [row(`proposal for ${rebookedOrders} orders`, median(proposed)), row(`moving ${rebookedOrders} orders`, median(applied))];
}

const row = (title, seconds) => ({ title, seconds, goal: goalSeconds, met: seconds < goalSeconds });
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

async function placeOrders(url, farmers, date) {
  const ids = [];
  for (const [at, { headers }] of farmers.entries()) {
    const booking = {
      date,
      session: { id: 1 + (at % 6) },
      location: 'Ruộng sau đình, xã Long Điền A',
      latitude: 10.3 + (at % 20) / 20,
      longitude: 105.4,
      cropType: { id: 1 },
      area: 12.5,
      confirmed: true,
      paymentMethod: 'cash',
    };
    ids.push((await timed(url, '/api/farmer/order', headers, booking)).body.id);
  }
  return ids;
}

async function timed(url, path, headers, body) {
  const began = performance.now();
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return { body: answer, seconds: (performance.now() - began) / 1000 };
}
