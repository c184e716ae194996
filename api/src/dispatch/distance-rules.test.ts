import { expect, test } from 'vitest';
import { distanceKm, drivingOrder } from './distance-rules.ts';

const stop = (id: string, startTime: string, latitude: number, longitude = 105) => ({ id, startTime, latitude, longitude });

test('when two positions are known, then the result is the great-circle distance', () => {
  const hanoi = { latitude: 21.0285, longitude: 105.8542 };
  const saigon = { latitude: 10.7769, longitude: 106.7009 };
  expect(distanceKm(hanoi, saigon)).toBeCloseTo(1144, -1);
  expect(distanceKm(hanoi, hanoi)).toBe(0);
  expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20015, 0);
  expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeCloseTo(22.2, 1);
});

test('when jobs start at different times, then they are ordered by time, whatever the distance', () => {
  const legs = drivingOrder([stop('3', '07:00:00', 10), stop('1', '05:00:00', 10), stop('2', '06:00:00', 12)]);
  expect(legs.map(({ stop: { id } }) => id)).toEqual(['1', '2', '3']);
  expect(legs.map(({ distanceKm: km }) => (km === null ? null : Math.round(km)))).toEqual([null, 222, 222]);
});

test('when several jobs start at the same time, then the nearest to the previous one comes next', () => {
  const legs = drivingOrder([
    stop('4', '06:00:00', 10.3),
    stop('2', '06:00:00', 10.9),
    stop('3', '06:00:00', 10.5),
    stop('10', '05:00:00', 10.2),
    stop('9', '05:00:00', 10.1),
  ]);
  expect(legs.map(({ stop: { id } }) => id)).toEqual(['9', '10', '4', '3', '2']);
});

test('when there are no jobs, then the order is empty', () => {
  expect(drivingOrder([])).toEqual([]);
});
