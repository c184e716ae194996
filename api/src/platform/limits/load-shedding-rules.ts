import type { Route } from '../http/route.ts';

/**
 * What is turned away first when there is too much to do: what is dear and can wait, then lists, then single
 * answers; what somebody has done comes last, and the state of the service itself is always told.
 */
export const worth = { dear: 1, list: 2, single: 3, write: 4, vital: 5 } as const;
export type Priority = (typeof worth)[keyof typeof worth];
type Shed = Exclude<Priority, typeof worth.vital>;

type Asked = Pick<Route, 'method' | 'path' | 'tag' | 'writes' | 'paging' | 'contentType'>;

/** Asked by programs that decide about the service by the answer. */
export const isEssential = ({ path, tag }: Pick<Route, 'path' | 'tag'>): boolean => tag === 'service' && path !== '/api/openapi.json';

export function priorityOf(route: Asked): Priority {
  if (isEssential(route)) return worth.vital;
  if (route.method !== 'GET' || route.writes === true || route.tag === 'pages') return worth.write;
  if (route.path.startsWith('/api/admin/figure') || route.contentType === 'text/csv' || route.contentType === 'application/pdf')
    return worth.dear;
  return route.paging === undefined ? worth.single : worth.list;
}

/** How it goes, looked at twice a second. Times in milliseconds. */
export interface LoadSample {
  /** Requests under way, and by how much later than it should this look came: everything else was as late. */
  loop: Wait;
  reads: Wait;
  writes: Wait;
}

export interface Wait {
  waiting: number;
  /** How long the first of them has waited. */
  longest: number;
}

/** One slow query is no crowd, and neither is a slow machine: as many must wait, and for as long. */
export interface Bounds {
  loop: Wait;
  reads: Wait;
  writes: Wait;
  /** From here on writes are turned away as well: they would not get their turn in time. */
  hopeless: Wait;
  /** Requests accepted and not answered yet, from which on another one of such worth is not accepted: known at once, without a look. */
  inFlight: Record<Shed, number>;
}

/** Seconds of queue, not a busy processor: 256 connections that ask without a pause are none, however slow the machine. */
export const defaultBounds: Bounds = {
  loop: { waiting: 300, longest: 2000 },
  reads: { waiting: 300, longest: 3000 },
  writes: { waiting: 300, longest: 3000 },
  hopeless: { waiting: 1000, longest: 8000 },
  inFlight: { [worth.dear]: 500, [worth.list]: 2000, [worth.single]: 4000, [worth.write]: 8000 },
};

const exceeds = (wait: Wait, bound: Wait): boolean => wait.waiting >= bound.waiting && wait.longest >= bound.longest;

const half = ({ waiting, longest }: Wait): Wait => ({ waiting, longest: longest / 2 });

const isStrained = (signs: LoadSample, bounds: Bounds): boolean =>
  exceeds(signs.loop, bounds.loop) || exceeds(signs.reads, bounds.reads) || exceeds(signs.writes, bounds.writes);

/** Well below what began it, else it would begin again at once. */
const isRelaxed = (signs: LoadSample, bounds: Bounds): boolean =>
  !isStrained(signs, {
    ...bounds,
    loop: half(bounds.loop),
    reads: half(bounds.reads),
    writes: half(bounds.writes),
  });

/** 0: all is taken; else what is worth so much, or less, is turned away. A step at a time, in both directions. */
export type Level = 0 | Shed;

export function nextLevel(level: Level, signs: LoadSample, bounds: Bounds): Level {
  const highest = exceeds(signs.writes, bounds.hopeless) ? worth.write : worth.single;
  if (isStrained(signs, bounds)) return Math.min(level + 1, highest) as Level;
  return Math.min(isRelaxed(signs, bounds) ? Math.max(0, level - 1) : level, highest) as Level;
}
