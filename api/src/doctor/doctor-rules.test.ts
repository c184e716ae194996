import { describe, expect, test } from 'vitest';
import {
  describeSecret,
  exitCodeOf,
  judgeBudgets,
  judgeClock,
  judgeConnections,
  judgeDeliveries,
  judgeDisk,
  judgeDriver,
  judgeForecasts,
  judgeLatency,
  judgeMemory,
  judgeMigrations,
  judgeNode,
  judgeOutbox,
  judgeSecrets,
  judgeVersion,
  ok,
  warning,
  wrong,
} from './doctor-rules.ts';

const mb = 1024 * 1024;
const gb = 1024 * mb;

test('when there are several findings, then the worst determines the exit code', () => {
  const [good, doubtful, bad] = [ok('a'), warning('b', 'do'), wrong('c', 'do')];
  expect([[], [good], [good, doubtful], [doubtful, bad, good]].map(exitCodeOf)).toEqual([0, 0, 1, 2]);
});

test('when the pipelined driver does not work, then the doctor warns and names the reason', () => {
  expect(judgeDriver('pipeline', undefined)).toEqual(ok('pipelined'));
  expect(judgeDriver('pool', undefined)).toEqual(ok('plain pool, as configured'));
  expect(judgeDriver('pipeline', 'wrong results')).toMatchObject({ state: 'warning', message: expect.stringContaining('wrong results') });
});

describe('thresholds of each check', () => {
  test.each([
    ['18.20.0', 'wrong'],
    ['20.18.9', 'wrong'],
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
  ])('Node %s is %s', (version, state) => expect(judgeNode(version).state).toBe(state));

  test.each([
    [299 * mb, 'warning'],
    [300 * mb, 'ok'],
  ])('%d bytes of memory are %s', (free, state) => expect(judgeMemory(free, 8 * gb).state).toBe(state));

  test.each([
    [199 * mb, 10 * gb, 'wrong'],
    [200 * mb, 10 * gb, 'warning'],
    [2 * gb, 100 * gb, 'warning'],
    [6 * gb, 100 * gb, 'ok'],
    [1 * gb, 10 * gb, 'ok'],
  ])('%d of %d bytes of disk are %s', (free, total, state) => expect(judgeDisk(free, total, '/data').state).toBe(state));

  test.each([
    [140_009, 'wrong'],
    [150_000, 'ok'],
    [180_004, 'ok'],
  ])('PostgreSQL %d is %s', (version, state) => expect(judgeVersion(version, 'x').state).toBe(state));

  test.each([
    [1, 'ok'],
    [20.1, 'warning'],
  ])('%d ms are %s', (milliseconds, state) => expect(judgeLatency(milliseconds).state).toBe(state));

  test.each([
    [100, 100, true, 'wrong'],
    [96, 100, true, 'warning'],
    [90, 100, true, 'ok'],
    [90, 100, false, 'warning'],
    [70, 100, false, 'ok'],
  ])('%d of %d connections used, the service running: %s, are %s', (used, most, runs, state) =>
    expect(judgeConnections(used, most, 25, runs).state).toBe(state),
  );

  test.each([
    [['1', '2'], [], 'ok'],
    [['1'], [], 'warning'],
    [[], [], 'warning'],
    [['1', '2', '3'], [], 'wrong'],
    [['1', '3'], [], 'wrong'],
    [['1', '2'], ['1'], 'wrong'],
  ])('migrations %j of two, of which %j were changed, are %s', (done, changed, state) =>
    expect(judgeMigrations(done, ['1', '2'], changed).state).toBe(state),
  );

  test.each([
    [0, 'ok'],
    [-2000, 'ok'],
    [2001, 'warning'],
    [-60_001, 'wrong'],
  ])('a clock %d ms ahead is %s', (ahead, state) => expect(judgeClock(ahead).state).toBe(state));

  test.each([
    [0, 0, true, 'ok'],
    [5, 60, true, 'ok'],
    [5, 61, true, 'warning'],
    [5, 601, true, 'wrong'],
    [5, 6001, false, 'warning'],
  ])('%d events of %d seconds, the service running: %s, are %s', (waiting, oldestSeconds, runs, state) =>
    expect(judgeOutbox({ waiting, oldestSeconds, retrying: 0, deadLetters: 0 }, runs).state).toBe(state),
  );

  test.each([
    [1, 0],
    [0, 1],
  ])('%d events to be tried again and %d dead letters are a warning', (retrying, deadLetters) =>
    expect(judgeOutbox({ waiting: 0, oldestSeconds: 0, retrying, deadLetters }, true).state).toBe('warning'),
  );

  test.each([
    [0, 0, 0, 'ok'],
    [3, 3600, 0, 'ok'],
    [3, 3601, 0, 'warning'],
    [0, 0, 1, 'warning'],
  ])('%d deliveries of %d seconds and %d given up are %s', (waiting, oldestSeconds, givenUp, state) =>
    expect(judgeDeliveries({ waiting, oldestSeconds, givenUp }, 'do').state).toBe(state),
  );

  test.each([
    [0, 0, true, 'ok'],
    [5, 0, true, 'ok'],
    [5, 1, true, 'warning'],
    [5, 5, true, 'wrong'],
    [5, 5, false, 'warning'],
  ])('of %d places %d without a usable forecast, the service running: %s, are %s', (places, outdated, runs, state) =>
    expect(judgeForecasts({ places, outdated, oldestSeconds: 1800 }, runs).state).toBe(state),
  );

  test.each([
    [0, 'ok', 'today 800 of 2000 for messages; 0 of 500 for codes'],
    [3, 'warning', 'today 800 of 2000 for messages; 0 of 500 for codes, 3 refused'],
  ])('budgets with %d refused messages are %s', (refused, state, message) => {
    const budgets = [
      { name: 'messages', spent: 800, budget: 2000, refused: 0 },
      { name: 'codes', spent: 0, budget: 500, refused },
    ];
    expect(judgeBudgets(budgets)).toMatchObject({ state, message });
  });
});

test('when a secret cannot be read, then its text says what to do', () => {
  for (const name of ['key-check', 'vapid', 'zalo-app', 'zalo-tokens', 'oidc-issuer:7'])
    expect(describeSecret(name)).toMatch(/^\S+ \(.+\)$/);
});

test.each([
  [false, { total: 0, unreadable: [] }, 'ok'],
  [true, { total: 3, unreadable: [] }, 'ok'],
  [false, { total: 3, unreadable: ['vapid'] }, 'wrong'],
  [true, { total: 3, unreadable: ['vapid'] }, 'wrong'],
] as const)('when the key of secrets is there (%s) and %j are found, then it is %s', (hasKey, found, state) => {
  expect(judgeSecrets(hasKey, found).state).toBe(state);
});
