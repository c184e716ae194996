import { expect, test } from 'vitest';
import { cellOfPlace, changeOf, noPlaceCell, placeTable } from './drop-places-rules.ts';

const session = (id: number, hour: number) => ({
  id,
  startTime: { hour, minute: 30, second: 0, nano: 0 },
  endTime: { hour: hour + 1, minute: 30, second: 0, nano: 0 },
});

test('when choices come by cost, then the table has dates and sessions by time', () => {
  const choices = [
    { date: '2026-12-05', session: session(2, 6) },
    { date: '2026-12-04', session: session(1, 16) },
    { date: '2026-12-04', session: session(2, 6) },
  ];
  const { dates, sessions, at } = placeTable(choices);
  expect(dates).toEqual(['2026-12-04', '2026-12-05']);
  expect(sessions.map(({ id }) => id)).toEqual([2, 1]);
  expect([at.get('2026-12-04/1'), at.get('2026-12-05/1')]).toEqual([choices[1], undefined]);
});

test('when a row is dropped on a cell, then it gets that place, none, or stays', () => {
  expect(changeOf(cellOfPlace({ date: '2026-12-04', session: { id: 3 } }) ?? '')).toEqual({ date: '2026-12-04', session: { id: 3 } });
  expect(changeOf(noPlaceCell)).toEqual({ noPlace: true });
  expect(changeOf('elsewhere')).toBeUndefined();
  expect(cellOfPlace(null)).toBeUndefined();
});
