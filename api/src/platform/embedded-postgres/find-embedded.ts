import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

export interface FoundEmbedded {
  cluster: string;
  /** Undefined: no running server was found. */
  connection: pg.ClientConfig | undefined;
}

/** Finds the embedded PostgreSQL of a data folder, and its connection if it runs. Read-only: it creates, starts and locks nothing. */
export function findEmbedded(folder: string): FoundEmbedded | undefined {
  const place = join(folder, 'postgres');
  const cluster = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(place) : place;
  if (!existsSync(join(cluster, 'PG_VERSION'))) return undefined;
  const socketFolder = socketFolderOf(cluster);
  const connection = socketFolder === undefined ? undefined : { host: socketFolder, port: 5432, user: 'swath', database: 'swath' };
  return { cluster, connection };
}

/** The socket folder from postmaster.pid, if the socket exists. */
function socketFolderOf(cluster: string): string | undefined {
  try {
    const folder = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4]?.trim() ?? '';
    return folder !== '' && existsSync(join(folder, '.s.PGSQL.5432')) ? folder : undefined;
  } catch {
    return undefined;
  }
}
