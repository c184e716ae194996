import { expect, test } from 'vitest';
import { linesWithin, renderedPositions } from './visible-lines-rules.ts';

test('when a part of the lines is on the screen, then the range covers it and moves in steps', () => {
  expect(linesWithin({ top: 0, bottom: 900 }, 200, 100)).toEqual({ first: 0, end: 12 });
  expect(linesWithin({ top: 150, bottom: 1050 }, 200, 100)).toEqual({ first: 0, end: 12 });
  expect(linesWithin({ top: 1000, bottom: 1900 }, 200, 100)).toEqual({ first: 8, end: 20 });
  expect(linesWithin({ top: 19_500, bottom: 20_400 }, 200, 100)).toEqual({ first: 192, end: 200 });
});

test('when the lines are above or below the screen, then none is in the range', () => {
  const lengthOf = ({ first, end }: { first: number; end: number }) => end - first;
  expect(lengthOf(linesWithin({ top: -2000, bottom: -400 }, 10, 100))).toBe(0);
  expect(lengthOf(linesWithin({ top: 2000, bottom: 3600 }, 10, 100))).toBe(0);
  expect(lengthOf(linesWithin({ top: -400, bottom: 1300 }, 0, 100))).toBe(0);
});

test('when items are kept, then they are rendered wherever they are, once and in order', () => {
  expect(renderedPositions(10, { first: 1, end: 3 }, 2, [0, 4, 9])).toEqual([0, 2, 3, 4, 5, 9]);
  expect(renderedPositions(3, { first: 0, end: 4 }, 2, [7])).toEqual([0, 1, 2]);
  expect(renderedPositions(0, { first: 0, end: 4 }, 1, [0])).toEqual([]);
});
