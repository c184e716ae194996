import { expect, test } from 'vitest';
import { nextStop } from './board-keys.ts';

/** Two sessions on three days; the free place of a cell is its last stop. */
const rows = [
  [['a1', 'a2', 'a3'], [], ['c1']],
  [['a4'], ['b1'], []],
];

test('when a key is pressed, then the focus moves within the cell and then to the next cell that is not empty', () => {
  expect(nextStop(rows, 'a1', 'ArrowDown')).toBe('a2');
  expect(nextStop(rows, 'a3', 'ArrowDown')).toBe('a4');
  expect(nextStop(rows, 'a4', 'ArrowUp')).toBe('a3');
  expect(nextStop(rows, 'a3', 'ArrowRight')).toBe('c1');
  expect(nextStop(rows, 'c1', 'ArrowLeft')).toBe('a1');
  expect(nextStop(rows, 'a2', 'End')).toBe('c1');
  expect(nextStop(rows, 'c1', 'Home')).toBe('a1');
});

test('when a page key is pressed, then the focus moves to another session, and to the end in the last one', () => {
  expect(nextStop(rows, 'a2', 'PageDown')).toBe('a4');
  expect(nextStop(rows, 'c1', 'PageDown')).toBe('c1');
  expect(nextStop(rows, 'a3', 'PageUp')).toBe('a1');
  expect(nextStop(rows, 'a4', 'PageUp')).toBe('a1');
});

test('when there is no target or another key is pressed, then the focus stays', () => {
  expect(nextStop(rows, 'a1', 'ArrowUp')).toBeUndefined();
  expect(nextStop(rows, 'b1', 'ArrowRight')).toBeUndefined();
  expect(nextStop(rows, 'gone', 'ArrowDown')).toBeUndefined();
  expect(nextStop(rows, 'a1', 'x')).toBeUndefined();
});
