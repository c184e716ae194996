import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type BuiltOptions, type BuiltService, launch, newFolder } from '../faults/built-service.ts';

/** A new database on the run's server, and its URL. */
export async function newDatabase(): Promise<{ url: string; query: <T>(text: string) => Promise<T[]>; drop: () => Promise<void> }> {
  const { host, port, user } = inject('postgres');
  const name = `swath_${randomBytes(6).toString('hex')}`;
  const on = async <T>(database: string, text: string): Promise<T[]> => {
    const client = new pg.Client({ host, port, user, database });
    await client.connect();
    try {
      return (await client.query(text)).rows as T[];
    } finally {
      await client.end();
    }
  };
  await on('postgres', `create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  return {
    url: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    query: (text) => on(name, text),
    drop: async () => void (await on('postgres', `drop database if exists ${name} with (force)`)),
  };
}

export interface Running {
  service: BuiltService;
  url: string;
}

/** The built service on a database server. */
export async function serveOn(databaseUrl: string, env: Record<string, string> = {}, options: BuiltOptions = {}): Promise<Running> {
  const service = launch(newFolder(), {
    ...options,
    env: {
      DATABASE_URL: databaseUrl,
      SWATH_LOG: 'warn',
      SWATH_READ_CONNECTIONS: '2',
      SWATH_WRITE_CONNECTIONS: '6',
      ...env,
    },
  });
  return { service, url: await service.ready };
}
