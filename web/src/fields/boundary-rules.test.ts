import { describe, expect, test } from 'vitest';
import { distanceM, emptyRings, readText, simplify, toBoundary, toRings, toText, walked } from './boundary-rules.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const corners = [at(10, 105), at(10, 105.001), at(10.001, 105.001)];
const hole = [at(10.0002, 105.0004), at(10.0002, 105.0006), at(10.0004, 105.0006)];

describe('rings', () => {
  test('when rings become a geometry and back, then holes and parts stay', () => {
    const rings = [
      { isHole: false, points: corners },
      { isHole: true, points: hole },
      { isHole: false, points: corners.map(({ latitude, longitude }) => at(latitude + 1, longitude)) },
    ];
    const boundary = toBoundary(rings);
    expect(boundary?.type).toBe('MultiPolygon');
    expect(toRings(boundary)).toEqual(rings);
    expect(toBoundary([{ isHole: false, points: corners.slice(1) }])).toBeNull();
    expect(toRings(null)).toBe(emptyRings);
  });
});

describe('corners as text', () => {
  test('when text is read, then each line is a corner, and a repeated first corner is left out', () => {
    expect(readText(`${toText(corners)}\n\n10, 105\n`)).toEqual({ points: corners });
  });
  test('when a line cannot be read, then its number is named', () => {
    expect(readText('10, 105\nnowhere')).toEqual({ line: 2 });
  });
});

describe('walking around a field', () => {
  test('when a position is worse than 10 m or closer than 2 m, then it is not taken', () => {
    const way = walked([], { ...at(10, 105), accuracyM: 4 });
    expect(way).toHaveLength(1);
    expect(walked(way, { ...at(10.001, 105), accuracyM: 10.1 })).toEqual(way);
    expect(walked(way, { ...at(10.00001, 105), accuracyM: 4 })).toEqual(way);
    expect(walked(way, { ...at(10.001, 105), accuracyM: 10 })).toHaveLength(2);
  });
  test('when a way is simplified, then only corners stay', () => {
    const straight = Array.from({ length: 50 }, (_, n) => at(10 + n * 0.00002, 105 + (n % 2) * 0.000005));
    expect(simplify([...straight, at(10.001, 105.001), at(10, 105.001)], 1.5)).toHaveLength(4);
    expect(distanceM(at(10, 105), at(10.001, 105))).toBeCloseTo(111.3, 1);
  });
});
