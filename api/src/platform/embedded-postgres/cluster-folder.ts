import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../telemetry/log.ts';
import { sharedFolder } from './postgres-binaries.ts';
import { databaseUser } from './postgres-server.ts';
import { kill } from './processes.ts';
import { type Account, accountIds, canReach, changeOwner } from './system-account.ts';

/**
 * The cluster is in the data folder. If the system account of PostgreSQL has no access there, it is in a system folder, and the data folder
 * has a link to it.
 */
export function placeCluster(folder: string, account: Account | undefined, log: Log): string {
  mkdirSync(folder, { recursive: true });
  const cluster = join(folder, 'postgres');
  const link = lstatSync(cluster, { throwIfNoEntry: false });
  if (link?.isSymbolicLink() === true) return readlinkSync(cluster);
  if (link !== undefined || canReach(account, folder)) return cluster;
  const systemCluster = join(sharedFolder(), `data-${randomBytes(6).toString('hex')}`);
  symlinkSync(systemCluster, cluster);
  log.info(`The database's files are in ${systemCluster}: the account ${account?.name} has no access to ${folder}.`);
  return systemCluster;
}

// Includes the name of the cluster, because the parent folder may contain clusters of other services.
const unfinished = (cluster: string): string => `${basename(cluster)}-new-`;

/** Removes incomplete clusters of starts that were killed. */
export function removeLeftovers(cluster: string): void {
  const parent = dirname(cluster);
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(unfinished(cluster))) continue;
    endProcessesOn(join(parent, name));
    try {
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // The initdb of the killed start may still be writing there; the next start removes the folder.
    }
  }
}

/** The initdb of a killed start continues to run, uses a core and creates files. */
function endProcessesOn(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)) kill(Number(pid));
    } catch {}
  }
}

/** Created in a temporary folder and renamed, so that a killed start leaves no incomplete cluster. */
export async function createCluster(
  bin: string,
  cluster: string,
  account: Account | undefined,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const newFolder = join(dirname(cluster), unfinished(cluster) + randomBytes(4).toString('hex'));
  mkdirSync(dirname(cluster), { recursive: true });
  mkdirSync(newFolder, { mode: 0o700 });
  changeOwner(newFolder, account);
  await promisify(execFile)(
    join(bin, 'initdb'),
    [
      '-D',
      newFolder,
      '-U',
      databaseUser,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { cwd: '/', ...accountIds(account), ...(stopping && { signal: stopping }) },
  );
  renameSync(newFolder, cluster);
}
