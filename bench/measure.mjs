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

/** Resident megabytes. */
export function memoryOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Percentiles of response times in milliseconds. */
export function summary(took, seconds) {
  const sorted = took.sort((a, b) => a - b);
  const percentile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { perSecond: sorted.length / seconds, done: sorted.length, p50: percentile(0.5), p99: percentile(0.99) };
}
