// Soak test: mixed load for a given time. There must be no errors, and memory must not grow.
import { startHelper } from './children.mjs';
import { cpuOf, memoryOf } from './measure.mjs';
import { findFarmers, signIn } from './users.mjs';

const memoryGoal = 150;
const people = 24;
const streams = 40;

export async function soak({ subject, minutes }) {
  const { client, url, service } = subject;
  // Enough places for all bookings.
  await client.query('update spray_session set capacity = 100000');
  await client.query('update company set open_booking_limit = 1000000');
  const farmers = await findFarmers(client, url, people);
  const office = await signIn(url, 'receptionist1@bench.example');
  const load = startHelper('soak-load', { url, farmers, office, streams, orders: subject.orders });
  await load.ready;
  const each = [];
  const began = performance.now();
  for (let minute = 1; minute <= minutes; minute++) {
    const before = cpuOf(service.pid);
    const counted = await load.ask({ seconds: 60 });
    const one = { minute, ...counted, memory: memoryOf(service.pid), cpu: cpuOf(service.pid) - before };
    each.push(one);
    console.log(
      `  minute ${minute}: ${one.requests} requests, ${one.bookings} bookings, ${one.cancels} cancels, ${one.events} stream events, ` +
        `${one.errors} errors, ${one.memory.toFixed(0)} MB, p99 ${one.p99.toFixed(0)} ms`,
    );
    for (const reason of one.reasons) console.log(`    ${reason}`);
  }
  await load.stop();
  const waiting = await drained(client);
  const errors = each.reduce((sum, one) => sum + one.errors, 0);
  const memory = memoryOf(service.pid);
  return {
    minutes,
    orders: subject.orders,
    people,
    streams,
    seconds: (performance.now() - began) / 1000,
    errors,
    waiting,
    met: errors === 0 && waiting === 0,
    memory,
    memoryGoal,
    memoryMet: memory < memoryGoal,
    each,
  };
}

/** Outbox events that are still pending half a minute after the load has ended. */
async function drained(client) {
  for (let second = 0; ; second++) {
    const { rows } = await client.query('select count(*)::integer as n from outbox_event');
    if (rows[0].n === 0 || second === 30) return rows[0].n;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
