// The PostgreSQL processes of a data folder.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Where the cluster of a data folder is. */
export function clusterOf(folder) {
  const cluster = join(folder, 'postgres');
  return lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(cluster) : cluster;
}

export function postmasterOf(folder) {
  try {
    const lines = readFileSync(join(clusterOf(folder), 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 && isRunning(pid) ? { pid, socketFolder: lines[4]?.trim() ?? '' } : undefined;
  } catch {
    return undefined;
  }
}

export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** The server and its child processes: suspending only the server would leave open connections working. */
export const familyOf = (postmaster) => [postmaster, ...childrenOf(postmaster)];

function parentOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // the process has ended
  }
}

/** Sends a signal to those that are still running. */
export function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
