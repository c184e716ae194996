import { expect, test } from 'vitest';
import type { Db } from '../platform/postgres/database.ts';
import { ForecastCache } from './forecast-cache.ts';
import { ForecastReader } from './forecast-reader.ts';

const cell = (latitudeTenths: number) => ({ latitudeTenths, longitudeTenths: 1050 });

function stub(answer: (latitudes: string) => string[][]) {
  const reads: string[] = [];
  const rows = async (_: unknown, [latitudes]: readonly unknown[] = []) => {
    reads.push(String(latitudes));
    return answer(String(latitudes));
  };
  return { reads, db: { rows } as unknown as Db };
}

const row = (latitude: number) => [String(latitude), '1050', 'demo', '1', '1', '3', '7', '[]'];

test('when places are requested in one turn, then they are read by one statement; a later request is read again', async () => {
  const { reads, db } = stub(() => [row(101), row(102)]);
  const reader = new ForecastReader(db, new ForecastCache());
  const found = await Promise.all([reader.find(cell(101)), reader.find(cell(102)), reader.find(cell(101)), reader.find(cell(103))]);
  expect(reads).toEqual(['{101,102,103}']);
  expect(found.map((one) => one?.version)).toEqual(['7', '7', '7', undefined]);
  await reader.find(cell(101));
  expect(reads).toEqual(['{101,102,103}', '{101}']);
});

test('when a read fails, then all who wait for it get the error, and the next read works', async () => {
  let isDown = true;
  const { db } = stub(() => {
    if (isDown) throw new Error('down');
    return [row(101)];
  });
  const reader = new ForecastReader(db, new ForecastCache());
  const failed = await Promise.allSettled([reader.find(cell(101)), reader.find(cell(102))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect((await reader.find(cell(101)))?.source).toBe('demo');
});
