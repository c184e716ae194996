import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type pg from 'pg';
import { sendMessage } from './platform/concurrency/send-message.ts';
import { ConfigError } from './platform/config/environment.ts';
import { relayMetrics } from './platform/telemetry/cluster-metrics.ts';
import { prepareForWorkers, printAddress, type Serving, serveAsWorker } from './serve.ts';

/** Sent to a worker when it may start. A worker reads all other settings from the environment. */
interface Task {
  connection: pg.ClientConfig;
  host: string;
}

export const { isWorker } = cluster;

// Each worker accepts connections itself (SCHED_NONE). With round-robin, a connection that the primary has passed to a worker that is just
// dying would never be answered or closed.
cluster.schedulingPolicy = cluster.SCHED_NONE;

const initialDelayMs = 100;
const maxDelayMs = 10_000;
/** A worker that has run for this long is healthy: the back-off for its replacement starts again. */
const healthyAfterMs = 30_000;

/**
 * The primary process: owns the embedded database, runs migrations and first-start set-up, shares its port with the workers, and restarts a
 * worker that dies, with exponential back-off. If the primary dies, node:cluster ends the workers.
 */
export async function lead(serving: Serving): Promise<void> {
  const { config, connection, log, stops, stopping } = serving;
  const prepared = await prepareForWorkers(serving);
  const task: Task = { connection, host: prepared.host };
  let isServing = false;
  relayMetrics();
  const stopWorkers = async () => {
    isServing = false;
    const exitCodes = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => stop(worker)));
    if (exitCodes.includes(1)) throw new Error('A worker did not stop properly; see its log above.');
  };
  stops.push({ name: 'workers', run: stopWorkers });

  const run = (delayMs: number): Worker => {
    const worker = cluster.fork();
    const startedAt = Date.now();
    worker.on('message', (message) => message === 'ready for a task' && sendMessage(worker, task));
    worker.on('exit', (code, signal) => {
      if (!isServing || stopping.aborted) return;
      const next = Date.now() - startedAt > healthyAfterMs ? initialDelayMs : Math.min(2 * delayMs, maxDelayMs);
      log.error(`Worker ${worker.process.pid} has ended (${signal ?? code}); restarting it in ${next} ms.`);
      setTimeout(() => isServing && !stopping.aborted && run(next), next);
    });
    return worker;
  };
  const started = async (): Promise<number> => {
    const worker = run(initialDelayMs);
    const ended = once(worker, 'exit').then(() => {
      throw new ConfigError('A worker has ended before it served; see its log above.');
    });
    return Promise.race([nextMessage(worker, (message): message is number => typeof message === 'number'), ended]);
  };
  // One worker first, so that an error of the port or the settings is reported once.
  const port = await started();
  await Promise.all(Array.from({ length: config.workers - 1 }, started));
  isServing = true;
  printAddress(prepared, port);
}

/** Resolves with the first message that matches; metrics messages may arrive at any time. */
function nextMessage<T>(source: Worker | NodeJS.Process, isExpected: (message: unknown) => message is T): Promise<T> {
  return new Promise((resolve) => {
    const listener = (message: unknown) => {
      if (!isExpected(message)) return;
      source.off('message', listener);
      resolve(message);
    };
    source.on('message', listener);
  });
}

/** Returns the exit code. A worker that has not started yet has none. */
async function stop(worker: Worker | undefined): Promise<unknown> {
  if (worker === undefined || worker.isDead()) return 0;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  return (await ended)[0];
}

/** Runs one worker process. */
export async function work(serving: Omit<Serving, 'connection'>): Promise<void> {
  const received = nextMessage(
    process,
    (message): message is Task => typeof message === 'object' && message !== null && 'connection' in message,
  );
  sendMessage(process, 'ready for a task');
  const task = await received;
  const port = await serveAsWorker({ ...serving, connection: task.connection }, task.host);
  sendMessage(process, port);
}
