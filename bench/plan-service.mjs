// The planner in a running service: how long advice at booking takes, and how much other requests are delayed while a day is planned.
import { load as loadBuilt } from './built.mjs';
import { median, summary } from './measure.mjs';
import { findBookers, findFarmers, signIn } from './users.mjs';

const { sampleDay } = await loadBuilt('dispatch/planner/sample-day.js');

const ordersOfDay = 200;
const sprayers = 90;
const daysOfWeek = 7;
/** After the orders of the data set, whose last day is 45 days ahead. */
const firstDay = 60;
const adviceGoalMs = 5;
const delayGoal = 2;
const requestsPerSecond = 40;
const roundSeconds = 8;

/** A week of 200 orders a day with planned crews; then advice, and requests with and without planning. */
export async function measurePlanService({ client, url }, load, rounds) {
  const office = await signIn(url, 'receptionist1@bench.example');
  const week = Array.from({ length: daysOfWeek }, (_, at) => day(firstDay + at));
  await arrangeWeek(client, url, office, week);
  for (const date of week) await accept(url, office, await planDay(url, office, date));
  const farmers = await findFarmers(client, url);
  const advice = await measureAdvice(url, farmers, week);
  const reads = farmers.flatMap(({ headers }) =>
    ['/api/farmer/order/?size=20', '/api/common/availability', '/api/common/notification/'].map((path) => ({ path, headers })),
  );
  const measure = () => load.ask({ url, requests: reads, seconds: roundSeconds, perSecond: requestsPerSecond });
  const alone = [];
  const during = [];
  for (let round = 0; round < rounds; round++) {
    alone.push((await measure()).p99);
    const planning = keepPlanning(url, office, week);
    during.push((await measure()).p99);
    await planning.stop();
  }
  const [without, with_] = [median(alone), median(during)];
  return [
    {
      title: 'advice at booking for a week of 1,400 orders, median',
      value: advice.p50,
      unit: 'ms',
      goal: adviceGoalMs,
      met: advice.p50 <= adviceGoalMs,
    },
    { title: 'the same, p99', value: advice.p99, unit: 'ms' },
    { title: `p99 of other requests, ${requestsPerSecond} a second, nothing planned`, value: without, unit: 'ms' },
    { title: 'p99 of the same requests while 200/90 is planned', value: with_, unit: 'ms' },
    { title: 'ratio', value: with_ / without, unit: 'times', goal: delayGoal, met: with_ / without <= delayGoal },
  ];
}

const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

/** Ninety sprayers, a base, and the orders of the week: booked like farmers do. */
async function arrangeWeek(client, url, office, week) {
  await client.query('update spray_session set capacity = 60');
  await client.query('update company set open_booking_limit = 1000000');
  await client.query(
    "update app_user set active = false where role = 'sprayer' and id not in (select id from app_user where role = 'sprayer' order by id limit $1)",
    [sprayers],
  );
  const farmers = await findBookers(client, ordersOfDay * daysOfWeek);
  const { orders, sprayers: people } = sampleDay(ordersOfDay, sprayers, 3);
  const { latitude, longitude } = people[0].base;
  await ask(url, 'PUT', '/api/receptionist/base', office, { name: 'Kho', latitude, longitude });
  const bookings = week.flatMap((date, dayAt) =>
    orders.map(({ place, area }, at) => ({
      farmer: farmers[(dayAt * orders.length + at) % farmers.length],
      date,
      place,
      area,
      session: 1 + (at % 6),
    })),
  );
  await Promise.all(
    Array.from({ length: 8 }, async (_, loop) => {
      for (let at = loop; at < bookings.length; at += 8) {
        const { farmer, date, place, area, session } = bookings[at];
        await ask(url, 'POST', '/api/farmer/order', farmer.headers, {
          ...{ date, session: { id: session }, location: 'Ruộng sau đình', ...place, cropType: { id: 1 }, area },
          ...{ confirmed: true, paymentMethod: 'cash' },
        });
      }
    }),
  );
}

async function planDay(url, office, date) {
  const { id } = await ask(url, 'POST', '/api/receptionist/plan', office, { date });
  for (;;) {
    const plan = await ask(url, 'GET', `/api/receptionist/plan/${id}`, office);
    if (plan.state === 'ready') return id;
    if (plan.state !== 'planning') throw new Error(`the plan of ${date} is ${plan.state}: ${plan.failure}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const accept = (url, office, id) => ask(url, 'POST', `/api/receptionist/plan/${id}/accept`, office, {});

/** Plans days one after the other until it is stopped. */
function keepPlanning(url, office, week) {
  let isStopped = false;
  const done = (async () => {
    for (let at = 0; !isStopped; at++) await planDay(url, office, week[at % week.length]);
  })();
  return {
    stop() {
      isStopped = true;
      return done;
    },
  };
}

async function measureAdvice(url, farmers, week) {
  const took = [];
  for (let at = 0; at < 300; at++) {
    const place = `latitude=${10.3 + (at % 20) / 50}&longitude=${105.3 + (at % 17) / 50}`;
    const began = performance.now();
    const { content } = await ask(
      url,
      'GET',
      `/api/farmer/booking-advice?from=${week[0]}&to=${week.at(-1)}&${place}&size=200`,
      farmers[at % farmers.length].headers,
    );
    if (content.length !== daysOfWeek * 6) throw new Error(`advice has ${content.length} times`);
    // The first ones compile and prepare.
    if (at >= 50) took.push(performance.now() - began);
  }
  return summary(took, 1);
}

async function ask(url, method, path, headers, body) {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
