import { expect, test } from 'vitest';
import type { Shape } from '../../api/client.ts';
import { crewDays, crewKey, filterDays, lineColor } from './day-map-rules.ts';

type Order = Shape<'Order'>;
const order = (id: number, hour: number, orderStatus: Order['orderStatus'] = 'assigned') =>
  ({ id, orderStatus, session: { id: hour, startTime: { hour, minute: 0, second: 0, nano: 0 } } }) as Order;
const [an, binh, chi] = [
  { id: 1, fullName: 'An' },
  { id: 2, fullName: 'Bình' },
  { id: 3, fullName: 'Chi' },
];
const crews = new Map([
  [10, [binh, an]],
  [11, [an, binh]],
  [12, [chi]],
]);
const orders = [order(11, 7), order(13, 5, 'confirmed'), order(10, 5), order(12, 6, 'in_progress'), order(14, 5, 'cancelled')];
const shown = (days: ReturnType<typeof crewDays>) =>
  days.map(({ key, visits }) => [key, visits.map(({ order: { id }, number }) => [id, number])]);

test('when crews have several jobs, then the visits of each crew are ordered by session, and jobs without a crew come last', () => {
  expect(crewKey([binh, an])).toBe('1-2');
  expect(shown(crewDays(orders, crews))).toEqual([
    [
      '1-2',
      [
        [10, 1],
        [11, 2],
      ],
    ],
    ['3', [[12, 1]]],
    ['', [[13, undefined]]],
  ]);
});

test('when the map is filtered by session, crew or state, then visits keep their numbers', () => {
  const days = crewDays(orders, crews);
  expect(shown(filterDays(days, {}))).toEqual(shown(days));
  expect(shown(filterDays(days, { session: 7 }))).toEqual([['1-2', [[11, 2]]]]);
  expect(shown(filterDays(days, { crew: '3' }))).toEqual([['3', [[12, 1]]]]);
  expect(shown(filterDays(days, { crew: '' }))).toEqual([['', [[13, undefined]]]]);
  expect(shown(filterDays(days, { state: 'in_progress' }))).toEqual([['3', [[12, 1]]]]);
  expect(shown(filterDays(days, { state: 'awaiting_sign_off' }, () => 'awaiting_sign_off'))).toEqual(shown(days));
  expect(filterDays(days, { crew: '3', session: 5 })).toEqual([]);
});

test('when there are many crews, then each has a colour', () => {
  expect(lineColor(0)).not.toBe(lineColor(1));
  expect(lineColor(100)).toMatch(/^#/);
});
