import { expect, test } from 'vitest';
import type { Db } from '../platform/postgres/database.ts';
import type { NotificationHandler } from '../platform/postgres/notification-listener.ts';
import { ForecastCache } from './forecast-cache.ts';
import { ForecastReader } from './forecast-reader.ts';

const cell = (latitudeTenths: number) => ({ latitudeTenths, longitudeTenths: 1050 });

function stub(answer: (latitudes: string) => string[][] | Promise<string[][]>) {
  const reads: string[] = [];
  const rows = async (_: unknown, [latitudes]: readonly unknown[] = []) => {
    reads.push(String(latitudes));
    return answer(String(latitudes));
  };
  let announce = () => {};
  const database = {
    isListening: true,
    read: { rows } as unknown as Db,
    listen: (_: string, handler: NotificationHandler) => {
      announce = () => handler('', false);
    },
  };
  return { reads, database, announce: () => announce() };
}

const row = (latitude: number) => [String(latitude), '1050', 'demo', '1', '1', '3', '7', '[]'];

test('when places are requested in one turn, then one statement reads them; a place without a forecast is read again', async () => {
  const { reads, database } = stub(() => [row(101), row(102)]);
  const reader = new ForecastReader(database, new ForecastCache());
  const found = await Promise.all([reader.find(cell(101)), reader.find(cell(102)), reader.find(cell(101)), reader.find(cell(103))]);
  expect(reads).toEqual(['{101,102,103}']);
  expect(found.map((one) => one?.version)).toEqual(['7', '7', '7', undefined]);
  await Promise.all([reader.find(cell(101)), reader.find(cell(103))]);
  expect(reads).toEqual(['{101,102,103}', '{103}']);
});

test('when a forecast changes, then the next request reads it again', async () => {
  const { reads, database, announce } = stub(() => [row(101)]);
  const reader = new ForecastReader(database, new ForecastCache());
  await reader.find(cell(101));
  announce();
  await reader.find(cell(101));
  await reader.find(cell(101));
  expect(reads).toHaveLength(2);
});

test('when a forecast changes during a read, then the result is not used again', async () => {
  let release = (_: string[][]) => {};
  const { reads, database, announce } = stub(
    () =>
      new Promise((resolve) => {
        release = resolve;
      }),
  );
  const reader = new ForecastReader(database, new ForecastCache());
  const reading = reader.find(cell(101));
  await expect.poll(() => reads).toHaveLength(1);
  announce();
  release([row(101)]);
  expect((await reading)?.source).toBe('demo');
  const again = reader.find(cell(101));
  await expect.poll(() => reads).toHaveLength(2);
  release([row(101)]);
  await again;
});

test('when changes are not announced, then every request reads', async () => {
  const { reads, database } = stub(() => [row(101)]);
  database.isListening = false;
  const reader = new ForecastReader(database, new ForecastCache());
  await reader.find(cell(101));
  await reader.find(cell(101));
  expect(reads).toHaveLength(2);
});

test('when a read fails, then all who wait for it get the error, and the next read works', async () => {
  let isDown = true;
  const { database } = stub(() => {
    if (isDown) throw new Error('down');
    return [row(101)];
  });
  const reader = new ForecastReader(database, new ForecastCache());
  const failed = await Promise.allSettled([reader.find(cell(101)), reader.find(cell(102))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect((await reader.find(cell(101)))?.source).toBe('demo');
});
