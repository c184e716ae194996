import { readdirSync, readFileSync } from 'node:fs';

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

/** The server and its child processes, on platforms with /proc. */
export function processTreeOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...others.filter((name) => statOf(name)[1] === String(pid)).map(Number)];
}

/** Fields of /proc/PID/stat from the state on; empty if there is no such process. */
export function statOf(pid: string | number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

export function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A zombie has a pid but no longer runs.
  return process.platform !== 'linux' || !['Z', undefined].includes(statOf(pid)[0]);
}
