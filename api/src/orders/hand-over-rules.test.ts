import { expect, test } from 'vitest';
import { distributeOrders } from './hand-over-rules.ts';

test('when orders are shared out, then each goes to whoever has fewest by then', () => {
  const loads = [
    { id: 'a', orders: 3 },
    { id: 'b', orders: 1 },
    { id: 'c', orders: 2 },
  ];
  expect(distributeOrders(['1', '2', '3', '4', '5', '6'], loads)).toEqual(['b', 'b', 'c', 'a', 'b', 'c']);
  expect(loads.map(({ orders }) => orders)).toEqual([3, 1, 2]);
});

test('when there is one, then all are theirs; when there is nobody, then they are nobody’s', () => {
  expect(distributeOrders(['1', '2'], [{ id: 'a', orders: 50 }])).toEqual(['a', 'a']);
  expect(distributeOrders(['1', '2'], [])).toEqual([]);
  expect(distributeOrders([], [{ id: 'a', orders: 0 }])).toEqual([]);
});
