import cluster, { type Worker } from 'node:cluster';
import { sendMessage } from '../concurrency/send-message.ts';
import type { Metrics, ProcessMetrics } from './metrics.ts';

/**
 * Messages between the primary and the workers. Prometheus reaches one worker per scrape; that worker requests the metrics of all workers,
 * which the primary collects.
 */
type Message =
  | { swath: 'metrics requested'; id: number }
  | { swath: 'send own metrics'; round: number }
  | { swath: 'own metrics'; round: number; processMetrics: ProcessMetrics }
  | { swath: 'metrics of all'; id: number; all: ProcessMetrics[] };

const timeoutMs = 2000;

/**
 * For the primary. Counters must not decrease, because Prometheus would see a reset: for a worker that does not respond in time its last
 * metrics count, and for a worker that has ended its final counters.
 */
export function relayMetrics(): void {
  const last = new Map<number, ProcessMetrics>();
  const rounds = new Map<number, { waitingFor: Set<number>; done(): void }>();
  let endedWorkers: ProcessMetrics = [];
  let newest = 0;

  cluster.on('exit', (worker: Worker) => {
    endedWorkers = addCounters(endedWorkers, last.get(worker.id) ?? []);
    last.delete(worker.id);
    for (const { waitingFor, done } of rounds.values()) if (waitingFor.delete(worker.id) && waitingFor.size === 0) done();
  });
  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.swath === 'metrics requested') {
      const round = ++newest;
      const asked = Object.values(cluster.workers ?? {}).filter((each): each is Worker => each?.isConnected() === true);
      const done = () => {
        clearTimeout(timer);
        if (!rounds.delete(round)) return;
        const all = endedWorkers.length === 0 ? [...last.values()] : [...last.values(), endedWorkers];
        sendMessage(worker, { swath: 'metrics of all', id: message.id, all } satisfies Message);
      };
      const timer = setTimeout(done, timeoutMs);
      rounds.set(round, { waitingFor: new Set(asked.map(({ id }) => id)), done });
      for (const each of asked) sendMessage(each, { swath: 'send own metrics', round } satisfies Message);
    } else if (message.swath === 'own metrics') {
      last.set(worker.id, message.processMetrics);
      const round = rounds.get(message.round);
      if (round?.waitingFor.delete(worker.id) === true && round.waitingFor.size === 0) round.done();
    }
  });
}

/** Adds counters and histograms; gauges of an ended process do not count. */
function addCounters(sum: ProcessMetrics, processMetrics: ProcessMetrics): ProcessMetrics {
  const counted = processMetrics.filter(({ type }) => type === 'counter' || type === 'histogram');
  const names = new Set([...sum, ...counted].map(({ name }) => name));
  return [...names].flatMap((name) => {
    const metrics = [...sum, ...counted].filter((metric) => metric.name === name);
    const byLabels = new Map<string, (typeof metrics)[number]['values'][number]>();
    for (const each of metrics.flatMap(({ values }) => values)) {
      const key = JSON.stringify([each.metricName, Object.entries(each.labels).sort()]);
      byLabels.set(key, { ...each, value: each.value + (byLabels.get(key)?.value ?? 0) });
    }
    return metrics[0] === undefined ? [] : [{ ...metrics[0], values: [...byLabels.values()] }];
  });
}

/**
 * For a worker: answers requests for its own metrics and returns a function that reads those of all workers. Undefined if there is one
 * process only.
 */
export function clusterMetrics(metrics: Metrics): (() => Promise<ProcessMetrics[]>) | undefined {
  if (!cluster.isWorker) return undefined;
  const asked = new Map<number, (all: ProcessMetrics[]) => void>();
  let newest = 0;
  process.on('message', (message: Message) => {
    if (message.swath === 'send own metrics') {
      const give = (processMetrics: ProcessMetrics) =>
        sendMessage(process, { swath: 'own metrics', round: message.round, processMetrics } satisfies Message);
      // Without an answer the primary uses the last values.
      void metrics
        .ofProcess()
        .then(give)
        .catch(() => {});
    } else if (message.swath === 'metrics of all') {
      asked.get(message.id)?.(message.all);
    }
  });
  return async () => {
    const id = ++newest;
    let timer: NodeJS.Timeout | undefined;
    const all = await new Promise<ProcessMetrics[]>((resolve) => {
      asked.set(id, resolve);
      timer = setTimeout(resolve, 2 * timeoutMs, []);
      if (process.connected) sendMessage(process, { swath: 'metrics requested', id } satisfies Message);
      else resolve([]);
    });
    clearTimeout(timer);
    asked.delete(id);
    return all;
  };
}
