import { expect, test } from 'vitest';
import type { PlanRoute, PlanRow } from './crew-plan-queries.ts';
import { bySession, differenceOf, linesOf, neighbour } from './plan-view-rules.ts';

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });
const session = (id: number, hour: number) => ({ id, startTime: time(hour), endTime: time(hour + 1) });
const person = (id: number) => ({ id, fullName: `Lê Văn ${id}` });
const row = (orderId: number, hour: number, more: Partial<PlanRow> = {}): PlanRow => ({
  ...{ orderId, farmer: { id: 1, fullName: 'Lúa' }, location: '', latitude: orderId, longitude: 0, area: 1 },
  ...{ session: session(hour, hour), present: [], proposed: [person(1)], isChanged: true, isPinned: false, isEdited: false },
  ...{ reason: '', alternative: null, alternativeCost: null, outcome: null, outcomeCode: null, outcomeText: null },
  ...more,
});

test('rows are grouped by session in the order of the day', () => {
  const groups = bySession([row(1, 16), row(2, 4), row(3, 16, { isChanged: false })], false);
  expect(groups.map(({ rows }) => rows.map(({ orderId }) => orderId))).toEqual([[2], [1, 3]]);
});

test('only changes: rows that differ, have no crew or were left out', () => {
  const rows = [
    row(1, 4, { isChanged: false }),
    row(2, 4),
    row(3, 4, { isChanged: false, proposed: [] }),
    row(4, 4, { isChanged: false, outcome: 'left_out' }),
  ];
  expect(bySession(rows, true)[0]?.rows.map(({ orderId }) => orderId)).toEqual([2, 3, 4]);
});

test('the difference has who stays, comes and goes', () => {
  const difference = differenceOf({ present: [person(1), person(2)], proposed: [person(2), person(3)] });
  expect(difference).toEqual({ kept: [person(2)], added: [person(3)], removed: [person(1)] });
});

test.each([
  [1, 'ArrowDown', 2],
  [2, 'ArrowDown', undefined],
  [2, 'ArrowRight', 3],
  [3, 'ArrowLeft', 1],
  [1, 'ArrowLeft', undefined],
  [99, 'ArrowLeft', undefined],
])('from order %i, %s leads to %s', (from, key, to) => {
  const groups = bySession([row(1, 4), row(2, 4), row(3, 5)], false);
  expect(neighbour(groups, from, key)).toBe(to);
});

test('a line begins and ends at the base', () => {
  const base = { latitude: 0, longitude: 0 };
  const leg = (fromOrderId: number | null, toOrderId: number | null) => ({
    ...{ fromOrderId, toOrderId, metres: 1, minutes: 1, departs: '04:00', arrives: '04:01' },
  });
  const route: PlanRoute = {
    ...{ sprayer: { ...person(1), expertise: 'expert' }, base, jobs: 1, metres: 2 },
    blocks: [{ metres: 2, legs: [leg(null, 5), leg(5, null)] }],
  };
  expect(linesOf([route], [row(5, 4)])).toEqual([{ sprayerId: 1, points: [base, { latitude: 5, longitude: 0 }, base] }]);
});
