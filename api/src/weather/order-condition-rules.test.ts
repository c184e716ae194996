import { expect, test } from 'vitest';
import { conditionFactors, noConditions, worsePlace } from './order-condition-rules.ts';
import { isByDay } from './session-weather.ts';
import { withFactors } from './spray-window-rules.ts';

const hives = (distanceM: number, bufferM = 300) => ({ ...noConditions, hives: { distanceM, bufferM } });

test.each([
  [78, 'STOP', 300],
  [300, 'STOP', 300],
  [301, 'CAUTION', 3000],
  [2999.6, 'CAUTION', 3000],
] as const)('when hives are %s m away by day, then the factor is %s', (distance, verdict, limit) =>
  expect(conditionFactors(hives(distance), true)).toEqual([{ factor: 'bees', value: Math.round(distance), limit, verdict }]),
);

test('when the work is outside the day, then hives are a note', () =>
  expect(conditionFactors(hives(78), false)).toEqual([{ factor: 'bees', value: 78, limit: null, verdict: 'GO' }]));

test('when another sensitive place is within its buffer, then care is needed at any time', () => {
  const place = { ...noConditions, place: { distanceM: 12.4, bufferM: 20 } };
  for (const byDay of [true, false])
    expect(conditionFactors(place, byDay)).toEqual([{ factor: 'buffer', value: 12, limit: 20, verdict: 'CAUTION' }]);
});

test('when several hives are near, then one within its buffer counts more than a nearer one outside its own', () => {
  const [within, nearer] = [
    { distanceM: 500, bufferM: 600 },
    { distanceM: 78, bufferM: 50 },
  ];
  expect(worsePlace(worsePlace(undefined, nearer), within)).toBe(within);
  expect(worsePlace(worsePlace(undefined, within), nearer)).toBe(within);
});

test.each([
  ['GO', 'STOP'],
  ['UNKNOWN', 'STOP'],
] as const)('when the weather is %s and hives stop the work, then the verdict is %s', (verdict, expected) =>
  expect(withFactors({ verdict, factors: [] }, conditionFactors(hives(78), true)).verdict).toBe(expected),
);

test('when there is no forecast, then a caution of the order does not make it known', () =>
  expect(withFactors({ verdict: 'UNKNOWN', factors: [] }, conditionFactors(hives(2000), true)).verdict).toBe('UNKNOWN'));

// In An Giang the sun rises at 05:47 and sets at 17:30 on this day.
test.each([
  ['04:00', '05:00', false],
  ['05:00', '06:00', true],
  ['11:00', '12:00', true],
  ['17:00', '18:00', true],
  ['18:00', '19:00', false],
  ['23:30', '23:59', false],
])('when work is from %s to %s in An Giang, then it overlaps the day: %s', (from, to, expected) => {
  const at = (time: string) => new Date(`2026-11-16T${time}:00+07:00`);
  expect(isByDay({ latitude: 10.5, longitude: 105.4 }, at(from), at(to))).toBe(expected);
});

test('when the sun does not set or rise, then all or no work is by day', () => {
  const work = (date: string) => [new Date(`${date}T22:00:00Z`), new Date(`${date}T23:00:00Z`)] as const;
  expect([
    isByDay({ latitude: 78, longitude: 15 }, ...work('2026-06-21')),
    isByDay({ latitude: 78, longitude: 15 }, ...work('2026-12-21')),
  ]).toEqual([true, false]);
});
