// One of two services on a database is suspended under load (SIGSTOP, like a paused virtual machine): the other continues, and requests
// that the suspended one answers with 503 afterwards had no effect.

import { FaultEnvironment, newFolder, removeFolder } from './fault-environment.mjs';
import { signal } from './postmaster.mjs';
import { row } from './report.mjs';
import { freePort, Service } from './service.mjs';
import { pause, secondsSince } from './wait.mjs';

const times = 4;
/** Longer than all database timeouts. */
const seconds = 15;
/** Seconds in which the other may make no progress: until the database ends the session of the suspended one. */
const maxStalledSeconds = 8;

export async function suspended({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'suspended', seed });
  const folder = newFolder('suspended-second');
  const settings = { DATABASE_URL: `postgresql://swath@/swath?host=${encodeURIComponent(environment.postmaster.socketFolder)}` };
  const second = new Service({ folder, port: await freePort(), settings });
  environment.onClose(async () => {
    if (second.isRunning) signal([second.pid], 'SIGCONT');
    await second.stop();
    await removeFolder(folder);
  });
  await second.start();
  const there = await environment.startLoad({ url: second.url });
  const here = await environment.startLoad();
  let stalledSeconds = 0;
  const ready = [];
  for (let time = 0; time < times; time++) {
    await there.progress(20 + 7 * time);
    signal([second.pid], 'SIGSTOP');
    try {
      const began = performance.now();
      while (secondsSince(began) < seconds) {
        const before = performance.now();
        await here.progress(1);
        stalledSeconds = Math.max(stalledSeconds, secondsSince(before));
        await pause(20);
      }
    } finally {
      signal([second.pid], 'SIGCONT');
    }
    const resumedAt = performance.now();
    await there.progress(1);
    ready.push(secondsSince(resumedAt));
  }
  await there.stop();
  const found = await environment.settle();
  const late = await environment.findDoneDespite503();
  const errors = there.errors;
  const extra = [
    ['longest time without progress of the other, s:', stalledSeconds, stalledSeconds <= maxStalledSeconds],
    ['bookings answered 503 that exist:', [late.length, ...late.slice(0, 5)].join(' '), late.length === 0],
    ['answers of the suspended one, 503 and 429:', there.refused, true],
    ['other errors of the suspended one:', [errors, ...there.wrong.keys()].join(' '), errors === 0],
  ];
  report(row({ title: `one of two services suspended for ${seconds} s`, tried: times, found, load: here, ready, extra }));
  await second.stop();
  await environment.close();
}
