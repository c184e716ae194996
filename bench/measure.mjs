// CPU time and memory of processes, from /proc. NaN on platforms other than Linux.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

function stat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), own: Number(fields[11]) + Number(fields[12]), ended: Number(fields[13]) + Number(fields[14]) };
  } catch {
    return undefined;
  }
}

/** CPU seconds of one process. */
export const cpuOf = (pid) => (stat(pid)?.own ?? Number.NaN) / ticksPerSecond;

/** CPU seconds of a process and all its children, those that have ended included. */
export function cpuOfFamily(pid) {
  const head = stat(pid);
  if (head === undefined) return Number.NaN;
  let ticks = head.own + head.ended;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const found = stat(name);
    if (found?.parent === pid) ticks += found.own;
  }
  return ticks / ticksPerSecond;
}

/** CPU ticks of all processors since boot, and the part that the host gave to other machines (steal). */
export function ticksOfMachine() {
  try {
    const ticks = /^cpu +(.*)/.exec(readFileSync('/proc/stat', 'utf8'))[1].split(' ').slice(0, 8).map(Number);
    return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] };
  } catch {
    return { all: Number.NaN, stolen: Number.NaN };
  }
}

function statusMegabytes(pid, field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Resident megabytes: now, and at most since the start of the process. */
export const memoryOf = (pid) => statusMegabytes(pid, 'VmRSS');
export const peakMemoryOf = (pid) => statusMegabytes(pid, 'VmHWM');

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A run lasts at least this many times its longest response: otherwise the slowest ones would be missing in it. */
const runsPerLongest = 4;
/** And at most this many times as long as asked for: on a busy machine a single response may take seconds. */
const maxExtension = 6;

/** The clock of a run: it is over after the given time, and not before it is clearly longer than the longest response so far. */
export function startRun(seconds) {
  const began = performance.now();
  const elapsedSeconds = (now = performance.now()) => (now - began) / 1000;
  let longest = 0;
  return {
    note(milliseconds) {
      if (milliseconds > longest) longest = milliseconds;
    },
    /** `now`: the current time, if the caller has just read it. */
    isOver: (now) => elapsedSeconds(now) >= Math.min(Math.max(seconds, (runsPerLongest * longest) / 1000), maxExtension * seconds),
    elapsedSeconds,
  };
}

/** Percentiles of response times in milliseconds. */
export function summary(took, seconds) {
  const sorted = took.sort((a, b) => a - b);
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { perSecond: sorted.length / seconds, done: sorted.length, p50: percentile(0.5), p99: percentile(0.99) };
}
