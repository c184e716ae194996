// The goals of each path by number of connections, and which of them a measured row meets.

const goalConnections = 32;
/** Requests wait in a queue. */
const manyConnections = 256;

/** `ratio`: minimum ratio to the floor at 32 connections. `cpuRatio`: maximum CPU compared with both floors together. */
const goals = {
  order: { ratio: 0.9 },
  orders: { ratio: 0.9, cpuRatio: 1 },
  notifications: { ratio: 0.9, cpuRatio: 1 },
  office: { ratio: 0.9 },
  availability: { ratio: 0.9 },
  weather: { ratio: 0.9 },
  create: { ratio: 1.2 },
};
const searchP50Ms = 20;
export const peakMemoryGoalMb = 200;

/** Paths and connections whose goals are missed in some runs, with the reasons in a decision. */
const explained = new Set(['order 1', 'order 32', 'order 256', 'availability 1', 'availability 32', 'weather 32', 'create 32']);
export const decision = 50;

const atLeast = (measure, value, goal) => ({ measure, value, goal, kind: 'at least', met: value >= goal });
const atMost = (measure, value, goal) => ({ measure, value, goal, kind: 'at most', met: value <= goal });

/** The row with its ratios of response times, and its goals: `value` must be at least or at most `goal`. */
export function judged(row) {
  const { service, floor, http } = row;
  const full = { ...row, p50Ratio: service.p50 / (floor.p50 + http.p50), p99Ratio: service.p99 / floor.p99 };
  const decided = explained.has(`${row.path} ${row.connections}`) ? { decision } : {};
  return { ...full, goals: goalsOf(full).map((goal) => ({ ...goal, ...decided })) };
}

function goalsOf({ path, connections, ratio, p50Ratio, p99Ratio, cpuRatio, service }) {
  if (path === 'search') return connections === 1 ? [atMost('p50 in ms', service.p50, searchP50Ms)] : [];
  if (connections === 1) return [atMost('p50 / (query + node:http)', p50Ratio, 1.15)];
  const own = goals[path];
  if (connections === goalConnections)
    return [
      atLeast('throughput / floor', ratio, own.ratio),
      ...(own.cpuRatio === undefined ? [] : [atMost('CPU / (loop + node:http)', cpuRatio, own.cpuRatio)]),
    ];
  if (connections === manyConnections) return [atLeast('throughput / floor', ratio, 0.9), atMost('p99 / floor p99', p99Ratio, 1.5)];
  return [];
}

/** A measurement on a busy machine varies by about this share. */
const noise = 0.15;

/**
 * Rows of this run against those of an earlier one: the ratio to the floor, so that the speed of the machine does not matter. Below 1 is
 * slower than before. `isSlower`: by more than the noise.
 */
export function compareRuns(before, now) {
  return now.flatMap((row) => {
    const earlier = before.find(({ path, connections }) => path === row.path && connections === row.connections);
    if (earlier === undefined) return [];
    const throughput = row.ratio / earlier.ratio;
    const cpu = earlier.cpuRatio / row.cpuRatio;
    const p99 = earlier.service.p99 / earlier.floor.p99 / (row.service.p99 / row.floor.p99);
    // CPU time is the least affected by other processes. A tail of few slow requests is shown, but not judged.
    const isSlower = throughput < 1 - noise && cpu < 1 - noise / 2;
    return [{ ...row, earlier, throughput, cpu, p99, isSlower }];
  });
}
