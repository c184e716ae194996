import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface EmptyDatabase {
  connection: pg.ClientConfig;
  /** Opens another connection; all end with the database. */
  open(): Promise<pg.Client>;
  drop(): Promise<void>;
}

/** A database without a schema. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const database = `swath_${randomBytes(6).toString('hex')}`;
  const connection = { ...inject('postgres'), database };
  const clients: pg.Client[] = [];
  await onServer(`create database ${database}`);
  // PostgreSQL's default: a migration that waits for a lock gives up before, and the service does not get the error.
  await onServer(`alter database ${database} set deadlock_timeout = '1s'`);
  return {
    connection,
    async open() {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      await client.connect();
      clients.push(client);
      return client;
    },
    async drop() {
      for (const client of clients) await client.end();
      await onServer(`drop database if exists ${database} with (force)`);
    },
  };
}

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  await client.query(text);
  await client.end();
}
