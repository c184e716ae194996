import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Row } from '../../src/platform/postgres/database.ts';
import { looseStatement, type Statement } from '../../src/platform/postgres/sql.ts';
import { type Service, startService } from '../harness.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ idle: true });
  await service.sql(
    `create function fail_with(state text) returns integer language plpgsql as $$
     begin raise exception using errcode = state, message = 'made by a test'; end $$`,
  );
});
afterAll(() => service.close());

const lock = () => 'test';
type Path = (database: Database, statement: Statement) => Promise<Row[]>;
/** With the time limit of waiting for a lock: a batch waits for a moment, then the statement is sent again by itself. */
const paths: [string, Path, string][] = [
  ['a statement of its own', (database, statement) => database.write.rows(statement), '6s'],
  ['a statement in a group commit', (database, statement) => database.write.rows({ ...statement, lock }), '100ms'],
  ['a transaction', (database, statement) => database.transaction((tx) => tx.rows(statement)), '6s'],
];

describe.each(paths)('%s', (_, run, lockTimeout) => {
  test.each([
    ['40P01', 'OVERLOADED'], // deadlock on every attempt
    ['40001', 'OVERLOADED'], // serialisation failure
    ['55P03', 'OVERLOADED'], // lock_timeout
    ['57014', 'OVERLOADED'], // statement_timeout
    ['53300', 'DATABASE_UNAVAILABLE'], // too many connections
    ['22021', 'MALFORMED_REQUEST'], // NUL in a text
    ['22P05', 'MALFORMED_REQUEST'], // NUL as an escape in JSON
    ['22012', '22012'], // an error of the statement itself
  ])('when it fails with %s, then the caller gets %s', async (state, code) => {
    await expect(run(service.database, looseStatement(`select fail_with('${state}')`))).rejects.toMatchObject({ code });
  });

  test('when a statement runs too long, then the server cancels it before the client times out', async () => {
    const settings = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
    const read = looseStatement(`select ${settings.map((name) => `current_setting('${name}')`).join(', ')}`);
    expect(await run(service.database, read)).toEqual([['4s', lockTimeout, '8s']]);
  });
});

test.each(['ENOSPC', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'when the code inside a transaction fails with %s of another system, then it is not reported as a database error',
  async (code) => {
    const failure = Object.assign(new Error('no connection to something else'), { code });
    await expect(
      service.database.transaction(() => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  },
);
