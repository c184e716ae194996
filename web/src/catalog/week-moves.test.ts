import { describe, expect, test } from 'vitest';
import { type Spot, spotAfter } from './week-moves.ts';

const at = (column: number, row: number): Spot => ({ column, row });
/** Four corners and the middle: the smallest set in which straight moves alone do not reach every cell. */
const sparse = [at(0, 0), at(2, 0), at(1, 1), at(0, 2), at(2, 2)];

describe('keyboard moves between the free times of a week', () => {
  test('when right is pressed, then the focus moves to the next day with a free time, in the row nearest to the preferred one', () => {
    expect(spotAfter('ArrowRight', sparse, at(0, 0), 0)).toEqual(at(1, 1));
    expect(spotAfter('ArrowRight', sparse, at(1, 1), 0)).toEqual(at(2, 0));
    expect(spotAfter('ArrowRight', sparse, at(1, 1), 2)).toEqual(at(2, 2));
  });

  test('when up or down is pressed, then the day stays the same and full cells are skipped', () => {
    expect(spotAfter('ArrowDown', sparse, at(0, 0), 0)).toEqual(at(0, 2));
    expect(spotAfter('ArrowUp', sparse, at(2, 2), 2)).toEqual(at(2, 0));
  });

  test('when there is no free time in that direction, then the focus does not move', () => {
    expect(spotAfter('ArrowRight', sparse, at(2, 0), 0)).toBeUndefined();
    expect(spotAfter('ArrowLeft', sparse, at(0, 0), 0)).toBeUndefined();
    expect(spotAfter('ArrowDown', sparse, at(1, 1), 1)).toBeUndefined();
    expect(spotAfter('x', sparse, at(1, 1), 1)).toBeUndefined();
  });

  test('when Home or End is pressed, then the focus moves to the first or last day with a free time', () => {
    expect(spotAfter('End', sparse, at(0, 2), 2)).toEqual(at(2, 2));
    expect(spotAfter('Home', sparse, at(2, 2), 2)).toEqual(at(0, 2));
  });

  test('when only some times are free, then the arrow keys reach each of them', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
    const name = ({ column, row }: Spot) => `${column} ${row}`;
    const seen = new Set([name(at(0, 0))]);
    const open = [at(0, 0)];
    for (let from = open.pop(); from !== undefined; from = open.pop())
      for (const key of keys) {
        const next = spotAfter(key, sparse, from, from.row);
        if (next === undefined || seen.has(name(next))) continue;
        seen.add(name(next));
        open.push(next);
      }
    expect(seen.size).toBe(sparse.length);
  });
});
