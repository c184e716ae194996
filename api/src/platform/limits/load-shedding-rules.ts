import type { Route } from '../http/route.ts';

/** Under overload, requests of low priority are rejected first. Essential requests are never rejected. */
export const priority = { expensive: 1, list: 2, single: 3, write: 4, essential: 5 } as const;
export type Priority = (typeof priority)[keyof typeof priority];
type SheddablePriority = Exclude<Priority, typeof priority.essential>;

type PrioritizedRoute = Pick<Route, 'method' | 'path' | 'tag' | 'writes' | 'paging' | 'contentType'>;

/** Health checks and metrics: load balancers and operators act on their responses. */
export const isEssential = ({ path, tag }: Pick<Route, 'path' | 'tag'>): boolean => tag === 'service' && path !== '/api/openapi.json';

const expensiveContentTypes = ['text/csv', 'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

export function priorityOf(route: PrioritizedRoute): Priority {
  if (isEssential(route)) return priority.essential;
  if (route.method !== 'GET' || route.writes === true || route.tag === 'pages') return priority.write;
  if (route.path.startsWith('/api/admin/figure') || expensiveContentTypes.includes(route.contentType ?? '')) return priority.expensive;
  return route.paging === undefined ? priority.single : priority.list;
}

/** Load of the process, sampled twice a second. */
export interface LoadSample {
  /** Requests in flight, and the event-loop delay: how much later than planned the sample was taken. */
  loop: QueueLoad;
  reads: QueueLoad;
  writes: QueueLoad;
}

export interface QueueLoad {
  waiting: number;
  longestWaitMs: number;
}

/** A threshold is exceeded when both values are: neither one slow query nor a slow machine is an overload. */
export interface LoadThresholds {
  loop: QueueLoad;
  reads: QueueLoad;
  writes: QueueLoad;
  /** From here on writes are rejected as well: they would time out in the queue. */
  writeShedThreshold: QueueLoad;
  /** Requests in flight from which on a further request of this priority is rejected, between two samples as well. */
  inFlight: Record<SheddablePriority, number>;
}

/** Overload is a queue of seconds, not a busy processor: 256 connections without a pause between requests do not exceed these. */
export const defaultThresholds: LoadThresholds = {
  loop: { waiting: 300, longestWaitMs: 2000 },
  reads: { waiting: 300, longestWaitMs: 3000 },
  writes: { waiting: 300, longestWaitMs: 3000 },
  writeShedThreshold: { waiting: 1000, longestWaitMs: 8000 },
  inFlight: { [priority.expensive]: 500, [priority.list]: 2000, [priority.single]: 4000, [priority.write]: 8000 },
};

const exceeds = (load: QueueLoad, threshold: QueueLoad): boolean =>
  load.waiting >= threshold.waiting && load.longestWaitMs >= threshold.longestWaitMs;

const withHalfWait = ({ waiting, longestWaitMs }: QueueLoad): QueueLoad => ({ waiting, longestWaitMs: longestWaitMs / 2 });

const isOverloaded = (sample: LoadSample, thresholds: LoadThresholds): boolean =>
  exceeds(sample.loop, thresholds.loop) || exceeds(sample.reads, thresholds.reads) || exceeds(sample.writes, thresholds.writes);

/** Hysteresis: recovery needs half the wait that started the shedding, so that it does not start again at once. */
const hasRecovered = (sample: LoadSample, thresholds: LoadThresholds): boolean =>
  !isOverloaded(sample, {
    ...thresholds,
    loop: withHalfWait(thresholds.loop),
    reads: withHalfWait(thresholds.reads),
    writes: withHalfWait(thresholds.writes),
  });

/** Requests with this priority or a lower one are rejected; 0: none. */
export type SheddingLevel = 0 | SheddablePriority;

/** Changes by one step per sample, in both directions. */
export function nextLevel(level: SheddingLevel, sample: LoadSample, thresholds: LoadThresholds): SheddingLevel {
  const highest = exceeds(sample.writes, thresholds.writeShedThreshold) ? priority.write : priority.single;
  if (isOverloaded(sample, thresholds)) return Math.min(level + 1, highest) as SheddingLevel;
  return Math.min(hasRecovered(sample, thresholds) ? Math.max(0, level - 1) : level, highest) as SheddingLevel;
}
