import { expect, test } from 'vitest';
import { RawJson } from '../platform/http/row-json.ts';
import { RawRow } from '../platform/postgres/row.ts';
import { AvailabilityPages } from './availability-pages.ts';
import type { SpraySession } from './catalog-store.ts';

const session = (id: string, startTime: string): SpraySession =>
  ({ id, startTime, endTime: '23:00:00', capacity: 3, active: true }) as SpraySession;

const sessions = new Map([
  ['1', session('1', '06:00:00')],
  ['2', session('2', '08:00:00')],
]);
const week = { from: '2027-05-03', to: '2027-05-09' };
const pageable = { page: 0, size: 20, sort: [] };

/** Rows as they arrive from PostgreSQL, in one buffer. */
function rowsOf(...rows: string[][]): RawRow[] {
  const messages = rows.map((cells) => {
    const parts = cells.map((cell) => Buffer.concat([Buffer.from([0, 0, 0, cell.length]), Buffer.from(cell)]));
    return Buffer.concat([Buffer.from([0, cells.length]), ...parts]);
  });
  const bytes = Buffer.concat(messages);
  let at = 0;
  return messages.map(({ length }) => {
    at += length;
    return RawRow.ofBytes(bytes, at - length, at);
  });
}

function freePlaces(json: RawJson | string): number[] {
  const { content } = JSON.parse(json instanceof RawJson ? json.bytes : json) as { content: { free: number }[] };
  return content.map(({ free }) => free);
}

test('a page follows its rows, the time and the catalogue', () => {
  const pages = new AvailabilityPages();
  const page = pages.find(sessions, week, pageable);
  expect(page.dates).toEqual(week);
  const early = { date: '2027-05-03', time: '05:00:00' };
  const taken = (count: string) => rowsOf(['2027-05-03', '1', count, 'f'], ['2027-05-04', '2', '0', 't']);

  const first = page.json(taken('1'), early);
  expect(freePlaces(first).slice(0, 4)).toEqual([2, 3, 3, 0]);
  expect(page.json(taken('1'), early)).toBe(first);
  expect(freePlaces(page.json(taken('2'), early)).slice(0, 4)).toEqual([1, 3, 3, 0]);
  expect(freePlaces(page.json(rowsOf(), early)).slice(0, 4)).toEqual([3, 3, 3, 3]);

  expect(freePlaces(page.json(taken('1'), { date: '2027-05-03', time: '06:00:00' })).slice(0, 4)).toEqual([0, 3, 3, 0]);
  expect(freePlaces(page.json(taken('1'), { date: '2027-05-04', time: '05:00:00' })).slice(0, 4)).toEqual([0, 0, 3, 0]);

  const fewer = new Map([['1', session('1', '06:00:00')]]);
  expect(freePlaces(pages.find(fewer, week, pageable).json(taken('1'), early))).toHaveLength(7);
});

test('rows that are not in one buffer are written each time', () => {
  const page = new AvailabilityPages().find(sessions, week, pageable);
  const now = { date: '2027-05-03', time: '05:00:00' };
  const decoded = (count: string) => [RawRow.ofCells(['2027-05-03', '1', count, 'f'])];
  expect(freePlaces(page.json(decoded('1'), now))[0]).toBe(2);
  expect(freePlaces(page.json(decoded('3'), now))[0]).toBe(0);
});

test('a page beyond the end reads no dates', () => {
  const page = new AvailabilityPages().find(sessions, week, { page: 9, size: 20, sort: [] });
  expect(page.dates).toBeUndefined();
  const json = page.json([], { date: '2027-05-03', time: '05:00:00' });
  expect(json instanceof RawJson ? json.bytes : json).toBe(
    '{"content":[],"page":{"size":20,"number":9,"totalElements":14,"totalPages":1}}',
  );
});
