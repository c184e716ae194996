import cluster, { type Worker } from 'node:cluster';
import type { Metrics, ProcessMetrics } from './metrics.ts';

/**
 * Each process of a service has figures of its own, and Prometheus reaches only one of them at a time. So the one that is
 * asked asks for all, and the process that started them collects.
 */
type Message =
  | { swath: 'figures wanted'; id: number }
  | { swath: 'figures of you'; round: number }
  | { swath: 'figures given'; round: number; figures: ProcessMetrics }
  | { swath: 'figures of all'; id: number; all: ProcessMetrics[] };

const patience = 2000;

/**
 * For the process that started the others. Sums must not fall, or Prometheus takes that for a new start: of one that does not answer
 * in time its last figures count, and of one that has ended what it had counted.
 */
export function relayMetrics(): void {
  const last = new Map<number, ProcessMetrics>();
  const rounds = new Map<number, { waitingFor: Set<number>; done(): void }>();
  let departed: ProcessMetrics = [];
  let newest = 0;

  cluster.on('exit', (worker: Worker) => {
    departed = addCounted(departed, last.get(worker.id) ?? []);
    last.delete(worker.id);
    for (const { waitingFor, done } of rounds.values()) if (waitingFor.delete(worker.id) && waitingFor.size === 0) done();
  });
  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.swath === 'figures wanted') {
      const round = ++newest;
      const asked = Object.values(cluster.workers ?? {}).filter((each): each is Worker => each?.isConnected() === true);
      const done = () => {
        clearTimeout(timer);
        if (!rounds.delete(round) || !worker.isConnected()) return;
        const all = departed.length === 0 ? [...last.values()] : [...last.values(), departed];
        worker.send({ swath: 'figures of all', id: message.id, all } satisfies Message);
      };
      const timer = setTimeout(done, patience);
      rounds.set(round, { waitingFor: new Set(asked.map(({ id }) => id)), done });
      for (const each of asked) each.send({ swath: 'figures of you', round } satisfies Message);
    } else if (message.swath === 'figures given') {
      last.set(worker.id, message.figures);
      const round = rounds.get(message.round);
      if (round?.waitingFor.delete(worker.id) === true && round.waitingFor.size === 0) round.done();
    }
  });
}

/** What only ever grows; how much memory a process had is of no interest once it has ended. */
function addCounted(sum: ProcessMetrics, figures: ProcessMetrics): ProcessMetrics {
  const counted = figures.filter(({ type }) => type === 'counter' || type === 'histogram');
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

/** For a process that others run beside: says what it has, and asks for what all have. Undefined where there are no others. */
export function clusterMetrics(metrics: Metrics): (() => Promise<ProcessMetrics[]>) | undefined {
  if (!cluster.isWorker) return undefined;
  const asked = new Map<number, (all: ProcessMetrics[]) => void>();
  let newest = 0;
  process.on('message', (message: Message) => {
    if (message.swath === 'figures of you') {
      const give = (figures: ProcessMetrics) => process.send?.({ swath: 'figures given', round: message.round, figures } satisfies Message);
      // Where the one that started us is gone, there is nobody to tell.
      void metrics
        .figures()
        .then(give)
        .catch(() => {});
    } else if (message.swath === 'figures of all') {
      asked.get(message.id)?.(message.all);
    }
  });
  return async () => {
    const id = ++newest;
    let timer: NodeJS.Timeout | undefined;
    const all = await new Promise<ProcessMetrics[]>((resolve) => {
      asked.set(id, resolve);
      timer = setTimeout(resolve, 2 * patience, []);
      if (process.connected) process.send?.({ swath: 'figures wanted', id } satisfies Message);
      else resolve([]);
    });
    clearTimeout(timer);
    asked.delete(id);
    return all;
  };
}
