// SIGKILL at random times under load: of the service, of PostgreSQL, of one of its processes, of both.

import { FaultEnvironment } from './fault-environment.mjs';
import { childrenOf, signal } from './postmaster.mjs';
import { randomOf } from './random.mjs';
import { row } from './report.mjs';
import { pause, secondsSince } from './wait.mjs';

/** Shares of a hundred kills; the rest goes to first starts. */
const shares = { service: 0.3, PostgreSQL: 0.2, backend: 0.15, both: 0.2 };
export const firstStartShare = 0.15;

const victims = {
  async service({ service }) {
    await service.kill();
    await service.start();
    return service.starts.at(-1);
  },
  async PostgreSQL({ service }, postmaster) {
    signal([postmaster], 'SIGKILL');
    return backAfter(service);
  },
  async backend({ service }, postmaster, random) {
    const child = random.of(childrenOf(postmaster));
    if (child !== undefined) signal([child], 'SIGKILL');
    return backAfter(service);
  },
  async both({ service }, postmaster, random) {
    const first = random.chance(0.5);
    if (first) signal([postmaster], 'SIGKILL');
    await service.kill();
    if (!first) signal([postmaster], 'SIGKILL');
    await service.start();
    return service.starts.at(-1);
  },
};

/** Until requests succeed again: a health check may come before the failure is detected. */
async function backAfter(service) {
  const began = performance.now();
  await pause(50);
  await service.untilReady();
  return secondsSince(began);
}

const titles = {
  service: 'kill -9 of the service',
  PostgreSQL: 'kill -9 of PostgreSQL',
  backend: 'kill -9 of one PostgreSQL process',
  both: 'kill -9 of both',
};

export async function kills({ kills: all, seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'kills', seed });
  for (const [victim, share] of Object.entries(shares)) {
    const random = randomOf(seed, `kill ${victim}`);
    const times = Math.max(1, Math.round(all * share));
    const killsService = victim === 'service' || victim === 'both';
    await environment.startLoad({ mayBeGone: killsService });
    const ready = [];
    for (let time = 0; time < times; time++) {
      await pause(random.whole(50, 1500));
      const postmaster = await environment.untilPostmaster();
      ready.push(await victims[victim](environment, postmaster, random));
      // Some are killed again during recovery.
      if (random.chance(0.7)) await environment.load.progress(20);
    }
    report(row({ title: titles[victim], tried: times, found: await environment.settle(), load: environment.load, ready }));
  }
  await environment.close();
}
