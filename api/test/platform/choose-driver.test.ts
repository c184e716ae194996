import pg from 'pg';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { chooseDriver, findPipelineFault } from '../../src/platform/postgres/choose-driver.ts';
import type { Log } from '../../src/platform/telemetry/log.ts';
import { startService } from '../harness.ts';
import { metricsToken, scrape } from './scrape.ts';

const connection = { ...inject('postgres'), database: 'postgres' };

afterEach(() => void vi.restoreAllMocks());

function warnings(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: { warn: (line: string) => lines.push(line) } as unknown as Log, lines };
}

test('when pg is a supported version, then the pipelined driver is used', async () => {
  const { log, lines } = warnings();
  expect(await findPipelineFault(connection)).toBeUndefined();
  expect(await findPipelineFault(connection, { pooled: true })).toBeUndefined();
  expect([await chooseDriver('pipeline', connection, { log }), lines]).toEqual(['pipeline', []]);
});

test('when the plain driver is configured, then it is used without a connection or a warning', async () => {
  const { log, lines } = warnings();
  expect([await chooseDriver('pool', { host: '/nonexistent' }, { log }), lines]).toEqual(['pool', []]);
});

type Change = (connection: pg.Connection) => unknown;

describe('an incompatible version of pg', () => {
  const changes: [string, Change][] = [
    ['without a stream', (real) => ({ sync: () => real.sync() })],
    ['whose stream is read in another way', (real) => ({ sync: () => real.sync(), stream: { listenerCount: () => 0 } })],
    ['without sync()', ({ stream }) => ({ stream })],
    [
      'whose parser stays attached',
      (real) => Object.assign(real, { stream: Object.assign(real.stream, { removeAllListeners: () => {} }) }),
    ],
  ];

  test.each(changes)('when its connection is one %s, then the plain pool is used and a warning is logged', async (_, change) => {
    const { query } = pg.Client.prototype;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, request: unknown) {
      const { submit } = request as Partial<pg.Submittable>;
      if (submit !== undefined)
        Object.assign(request as pg.Submittable, { submit: (real: pg.Connection) => submit.call(request, change(real) as pg.Connection) });
      return Reflect.apply(query, this, [request]);
    });
    const { log, lines } = warnings();
    expect(await chooseDriver('pipeline', connection, { log })).toBe('pool');
    expect(lines).toEqual([expect.stringContaining('using the plain pool')]);
  });
});

test('when PostgreSQL is unreachable, then the choice fails with the connection error', async () => {
  await expect(chooseDriver('pipeline', { host: '/nonexistent' }, {})).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(chooseDriver('pipeline', { ...connection, database: 'no_such' }, {})).rejects.toMatchObject({ code: '3D000' });
});

test.each(['pipeline', 'pool'] as const)('when the service uses the driver %s, then a metric names it', async (databaseDriver) => {
  const service = await startService({ databaseDriver, idle: true, observability: { metricsToken } });
  const { sum } = await scrape(service);
  expect(sum('swath_database_driver', { driver: databaseDriver })).toBe(1);
  await service.close();
});
