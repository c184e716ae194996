import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquireLease, lockLease, releaseLease } from '../../src/platform/jobs/lease-store.ts';
import { eventually, type Service, startService } from '../harness.ts';

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await service.another();
});
afterAll(() => service.close());

const expire = (name: string) => service.sql("update lease set expires_at = now() - interval '1 second' where name = $1", [name]);

test('when fifty holders of two services try to acquire a lease at once, then one gets it', async () => {
  const attempts = Array.from({ length: 50 }, (_, n) =>
    acquireLease((n % 2 === 0 ? service : other).database.write, 'many', `holder ${n}`, 60),
  );
  expect((await Promise.all(attempts)).filter((acquired) => acquired)).toHaveLength(1);
});

test('when a lease is held, then only its holder renews it; when it is released or expired, then another acquires it', async () => {
  const { write } = service.database;
  expect(await acquireLease(write, 'one', 'a', 60)).toBe(true);
  expect(await acquireLease(write, 'one', 'b', 60)).toBe(false);
  expect(await acquireLease(write, 'one', 'a', 60)).toBe(true);
  await releaseLease(write, 'one', 'b');
  expect(await acquireLease(write, 'one', 'b', 60)).toBe(false);
  await releaseLease(write, 'one', 'a');
  expect(await acquireLease(write, 'one', 'b', 60)).toBe(true);
  await expire('one');
  expect(await acquireLease(write, 'one', 'a', 60)).toBe(true);
});

test('when a transaction has locked its lease, then no other holder acquires it before the end, expired or not, and none waits', async () => {
  await acquireLease(service.database.write, 'locked', 'a', 3);
  await service.database.transaction(async (tx) => {
    expect(await lockLease(tx, 'locked', 'a')).toBe(true);
    await eventually(async () => {
      const expired = await service.sql("select 1 from lease where name = 'locked' and expires_at <= clock_timestamp()");
      expect(expired).toHaveLength(1);
    });
    expect(await acquireLease(other.database.write, 'locked', 'b', 60)).toBe(false);
  });
  expect(await acquireLease(other.database.write, 'locked', 'b', 60)).toBe(true);
});

test('when a lease has expired or has another holder, then a transaction cannot lock it', async () => {
  const { database } = service;
  await acquireLease(database.write, 'lost', 'a', 60);
  await expire('lost');
  expect(await database.transaction((tx) => lockLease(tx, 'lost', 'a'))).toBe(false);
  await acquireLease(other.database.write, 'lost', 'b', 60);
  expect(await database.transaction((tx) => lockLease(tx, 'lost', 'a'))).toBe(false);
  expect(await database.transaction((tx) => lockLease(tx, 'lost', 'b'))).toBe(true);
});
