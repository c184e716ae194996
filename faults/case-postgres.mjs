// PostgreSQL is restarted and suspended under load; the service stays up, reports it, and recovers without a restart.
import { call } from './client.mjs';
import { familyOf, signal } from './postmaster.mjs';
import { row } from './report.mjs';
import { OrderContext } from './scene.mjs';
import { pause, secondsSince } from './waiting.mjs';

/** One row: load, a fault of the database, and the audit. */
export async function withFault(scene, { title, times = 1, fault, extra = () => [], readyGoal }, report) {
  await scene.startLoad();
  const { service } = scene;
  const ready = [];
  let alive = true;
  for (let time = 0; time < times; time++) {
    await scene.load.progress(30);
    const before = scene.load.done;
    // The liveness probe must succeed throughout.
    const watch = setInterval(async () => {
      if ((await call(service.url, 'GET', '/api/health/live', { timeout: 5000, agent: false })).status !== 200) alive = false;
    }, 500);
    try {
      await fault(scene, before);
      const began = performance.now();
      await service.untilReady();
      await scene.load.progress(1);
      ready.push(secondsSince(began));
    } finally {
      clearInterval(watch);
    }
  }
  const found = await scene.settle();
  const alsoAlive = ['live throughout:', alive && service.isRunning ? 'yes' : 'no', alive && service.isRunning];
  report(row({ title, tried: times, found, load: scene.load, ready, extra: [alsoAlive, ...extra(scene)], readyGoal }));
}

const paused = (seconds) => async (scene) => {
  const frozen = familyOf(await scene.untilPostmaster());
  signal(frozen, 'SIGSTOP');
  try {
    await pause(seconds * 1000);
  } finally {
    signal(frozen, 'SIGCONT');
  }
};

const stopped = (name) => async (scene) => {
  signal([await scene.untilPostmaster()], name);
  await pause(100);
};

export async function postgres({ seed, report }) {
  const scene = await OrderContext.open({ name: 'postgres', seed });
  await withFault(scene, { title: 'PostgreSQL restarted, fast', times: 3, fault: stopped('SIGINT') }, report);
  await withFault(scene, { title: 'PostgreSQL restarted, immediate', times: 3, fault: stopped('SIGQUIT') }, report);
  await withFault(scene, { title: 'PostgreSQL paused for 3 s', times: 2, fault: paused(3) }, report);
  await withFault(scene, { title: 'PostgreSQL paused for 25 s', fault: paused(25) }, report);
  await scene.close();
}
