import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';

const url = 'postgresql://swath:secret@db.example/swath';
const direct = 'postgresql://swath:secret@db.example:5433/swath';

test('when nothing is set, then there is one process, no pooler and no replica', () => {
  const { topology, workers } = readConfig({ DATABASE_URL: url });
  expect({ topology, workers }).toEqual({ topology: { pooled: false, directUrl: undefined, replicaUrl: undefined }, workers: 1 });
});

test('when a pooler, a direct address and a replica are set, then they are used', () => {
  const env = { DATABASE_URL: url, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct, DATABASE_REPLICA_URL: url };
  expect(readConfig({ ...env, SWATH_WORKERS: '4' })).toMatchObject({
    topology: { pooled: true, directUrl: direct, replicaUrl: url },
    workers: 4,
  });
});

test('when the plain database driver is chosen, then there are more read connections, unless their number is set', () => {
  expect(readConfig({})).toMatchObject({ databaseDriver: 'pipeline', readConnections: 3 });
  expect(readConfig({ SWATH_DATABASE_DRIVER: 'pool' })).toMatchObject({ databaseDriver: 'pool', readConnections: 8 });
  expect(readConfig({ SWATH_DATABASE_DRIVER: 'pool', SWATH_READ_CONNECTIONS: '5' })).toMatchObject({ readConnections: 5 });
});

test.each([
  [{ SWATH_DATABASE_DRIVER: 'native' }, 'SWATH_DATABASE_DRIVER'],
  [{ DATABASE_URL: url, DATABASE_POOLER: 'transaction' }, 'DATABASE_DIRECT_URL'],
  [{ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }, 'DATABASE_POOLER'],
  [{ DATABASE_REPLICA_URL: url }, 'DATABASE_URL'],
  [{ DATABASE_URL: url, DATABASE_POOLER: 'session' }, 'DATABASE_POOLER'],
  [{ DATABASE_URL: 'mysql://swath:secret@db.example/swath' }, 'DATABASE_URL'],
  [{ DATABASE_URL: url, DATABASE_REPLICA_URL: 'swath:secret@db.example' }, 'DATABASE_REPLICA_URL'],
  [{ SWATH_WORKERS: '0' }, 'SWATH_WORKERS'],
  [{ SWATH_WORKERS: 'many' }, 'SWATH_WORKERS'],
])('when the settings are %j, then the start is refused, and the error names %s and contains no password', (env, name) => {
  const refused = () => readConfig(env);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(name);
  expect(refused).not.toThrow('secret');
});
