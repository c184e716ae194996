import cluster, { type Worker } from 'node:cluster';
import type { Metrics, ProcessFigures } from './metrics.ts';

/**
 * Each process of a service has figures of its own, and Prometheus reaches only one of them at a time. So the one that is
 * asked asks the others, by way of the process that started them.
 */
type Message =
  | { swath: 'figures wanted'; id: number }
  | { swath: 'figures of you'; id: number; asker: number }
  | Given
  | { swath: 'figures of all'; id: number; all: ProcessFigures[] };
type Given = { swath: 'figures given'; id: number; asker: number; figures: ProcessFigures };

/** Whoever has not answered by then is left out: better a scrape without one process than none. */
const patience = 1500;

/** For the process that started the others. */
export function relayFigures(): void {
  const pending = new Map<string, { waitingFor: Set<number>; all: ProcessFigures[]; done(): void }>();
  cluster.on('message', (worker: Worker, message: Message) => {
    if (message.swath === 'figures wanted') {
      const others = Object.values(cluster.workers ?? {}).filter(
        (other) => other !== undefined && other.id !== worker.id && other.isConnected(),
      ) as Worker[];
      const key = `${worker.id} ${message.id}`;
      const all: ProcessFigures[] = [];
      const timer = setTimeout(() => pending.get(key)?.done(), patience);
      const done = () => {
        clearTimeout(timer);
        pending.delete(key);
        if (worker.isConnected()) worker.send({ swath: 'figures of all', id: message.id, all } satisfies Message);
      };
      pending.set(key, { waitingFor: new Set(others.map(({ id }) => id)), all, done });
      for (const other of others) other.send({ swath: 'figures of you', id: message.id, asker: worker.id } satisfies Message);
      if (others.length === 0) done();
    } else if (message.swath === 'figures given') {
      const asked = pending.get(`${message.asker} ${message.id}`);
      if (asked?.waitingFor.delete(worker.id) !== true) return;
      asked.all.push(message.figures);
      if (asked.waitingFor.size === 0) asked.done();
    }
  });
}

/** For a process that others run beside: answers them, and asks them. Undefined where there are none. */
export function otherProcesses(metrics: Metrics): (() => Promise<ProcessFigures[]>) | undefined {
  if (!cluster.isWorker) return undefined;
  const asked = new Map<number, (all: ProcessFigures[]) => void>();
  let last = 0;
  process.on('message', (message: Message) => {
    if (message.swath === 'figures of you') {
      const { id, asker } = message;
      // Where the one that started us is gone, there is nobody to tell.
      const give = (figures: ProcessFigures) => process.send?.({ swath: 'figures given', id, asker, figures } satisfies Message);
      void metrics
        .figures()
        .then(give)
        .catch(() => {});
    } else if (message.swath === 'figures of all') {
      asked.get(message.id)?.(message.all);
    }
  });
  return async () => {
    if (!process.connected) return [];
    const id = ++last;
    let timer: NodeJS.Timeout | undefined;
    const all = await new Promise<ProcessFigures[]>((resolve) => {
      asked.set(id, resolve);
      timer = setTimeout(() => resolve([]), 2 * patience);
      process.send?.({ swath: 'figures wanted', id } satisfies Message);
    });
    clearTimeout(timer);
    asked.delete(id);
    return all;
  };
}
