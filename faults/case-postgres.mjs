// PostgreSQL is restarted and suspended under load; the service stays up, reports it, and recovers without a restart.
import { call } from './client.mjs';
import { FaultEnvironment } from './fault-environment.mjs';
import { familyOf, signal } from './postmaster.mjs';
import { row } from './report.mjs';
import { pause, secondsSince } from './wait.mjs';

/** One row: load, a fault of the database, and the audit. */
export async function withFault(environment, { title, times = 1, fault, extra = () => [], readyGoal }, report) {
  await environment.startLoad();
  const { service } = environment;
  const ready = [];
  let alive = true;
  for (let time = 0; time < times; time++) {
    await environment.load.progress(30);
    const before = environment.load.done;
    // The liveness probe must succeed throughout.
    const watch = setInterval(async () => {
      if ((await call(service.url, 'GET', '/api/health/live', { timeout: 5000, agent: false })).status !== 200) alive = false;
    }, 500);
    try {
      await fault(environment, before);
      const began = performance.now();
      await service.untilReady();
      await environment.load.progress(1);
      ready.push(secondsSince(began));
    } finally {
      clearInterval(watch);
    }
  }
  const found = await environment.settle();
  const alsoAlive = ['live throughout:', alive && service.isRunning ? 'yes' : 'no', alive && service.isRunning];
  report(row({ title, tried: times, found, load: environment.load, ready, extra: [alsoAlive, ...extra(environment)], readyGoal }));
}

const paused = (seconds) => async (environment) => {
  const suspended = familyOf(await environment.untilPostmaster());
  signal(suspended, 'SIGSTOP');
  try {
    await pause(seconds * 1000);
  } finally {
    signal(suspended, 'SIGCONT');
  }
};

const stopped = (name) => async (environment) => {
  signal([await environment.untilPostmaster()], name);
  await pause(100);
};

export async function postgres({ seed, report }) {
  const environment = await FaultEnvironment.open({ name: 'postgres', seed });
  await withFault(environment, { title: 'PostgreSQL restarted, fast', times: 3, fault: stopped('SIGINT') }, report);
  await withFault(environment, { title: 'PostgreSQL restarted, immediate', times: 3, fault: stopped('SIGQUIT') }, report);
  await withFault(environment, { title: 'PostgreSQL paused for 3 s', times: 2, fault: paused(3) }, report);
  await withFault(environment, { title: 'PostgreSQL paused for 25 s', fault: paused(25) }, report);
  await environment.close();
}
