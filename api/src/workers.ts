import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type pg from 'pg';
import { ConfigError } from './platform/config/config.ts';
import { relayMetrics } from './platform/telemetry/cluster-metrics.ts';
import { greet, prepareForOthers, type Serving, serveBeside } from './serve.ts';

/** What a worker is told when it is to serve; all else it reads from the environment, as its parent did. */
interface Task {
  connection: pg.ClientConfig;
  host: string;
}

export const { isWorker } = cluster;

// Each worker takes connections from the port itself. Handed round by the process above, as is usual, one that is on its way to a worker
// in the moment when that dies would be answered by nobody and closed by nobody.
cluster.schedulingPolicy = cluster.SCHED_NONE;

const firstPause = 100;
const longestPause = 10_000;
/** Milliseconds after which a worker counts as well. */
const wellAfter = 30_000;

/**
 * The process above the workers: it has what there is one of (the embedded database, migrations, the first start), lets the
 * workers share its port, and replaces one that dies. When it dies itself, its workers end with it: node:cluster sees to that.
 */
export async function lead(serving: Serving): Promise<void> {
  const { config, connection, log, stops, stopping } = serving;
  const prepared = await prepareForOthers(serving);
  const task: Task = { connection, host: prepared.host };
  let serves = false;
  relayMetrics();
  const end = async () => {
    serves = false;
    const ends = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => stop(worker)));
    if (ends.includes(1)) throw new Error('A worker has left something; above it says what.');
  };
  stops.push({ what: 'the workers', end });

  const run = (pause: number): Worker => {
    const worker = cluster.fork();
    const began = Date.now();
    worker.on('message', (message) => message === 'ready for a task' && worker.send(task));
    worker.on('exit', (code, signal) => {
      if (!serves || stopping.aborted) return;
      const next = Date.now() - began > wellAfter ? firstPause : Math.min(2 * pause, longestPause);
      log.error(`Worker ${worker.process.pid} has ended (${signal ?? code}); starting another in ${next} ms.`);
      setTimeout(() => serves && !stopping.aborted && run(next), next);
    });
    return worker;
  };
  const started = async (): Promise<number> => {
    const worker = run(firstPause);
    const ended = once(worker, 'exit').then(() => {
      throw new ConfigError('A worker has ended before it served; above it says why.');
    });
    return Promise.race([said(worker, (message): message is number => typeof message === 'number'), ended]);
  };
  // The first alone: what is wrong with the port or the settings is then said once.
  const port = await started();
  await Promise.all(Array.from({ length: config.workers - 1 }, started));
  serves = true;
  greet(prepared, port);
}

/** The first message that is meant: others are about figures, and may come at any time. */
function said<T>(by: Worker | NodeJS.Process, meant: (message: unknown) => message is T): Promise<T> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      if (!meant(message)) return;
      by.off('message', hear);
      resolve(message);
    };
    by.on('message', hear);
  });
}

/** Answers with its exit code; one that was only about to start has none, and has left nothing. */
async function stop(worker: Worker | undefined): Promise<unknown> {
  if (worker === undefined || worker.isDead()) return 0;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  return (await ended)[0];
}

/** One of the processes that serve. */
export async function work(serving: Omit<Serving, 'connection'>): Promise<void> {
  const given = said(process, (message): message is Task => typeof message === 'object' && message !== null && 'connection' in message);
  process.send?.('ready for a task');
  const task = await given;
  const port = await serveBeside({ ...serving, connection: task.connection }, task.host);
  process.send?.(port);
}
