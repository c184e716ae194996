import { expect, test } from 'vitest';
import { distributeOrders } from './hand-over-rules.ts';

test('when orders are distributed, then each goes to the receptionist with the fewest at that point', () => {
  const loads = [
    { id: 'a', orders: 3 },
    { id: 'b', orders: 1 },
    { id: 'c', orders: 2 },
  ];
  expect(distributeOrders(['1', '2', '3', '4', '5', '6'], loads)).toEqual(['b', 'b', 'c', 'a', 'b', 'c']);
  expect(loads.map(({ orders }) => orders)).toEqual([3, 1, 2]);
});

test('when there is one receptionist, then all orders go there; when there is none, then none is assigned', () => {
  expect(distributeOrders(['1', '2'], [{ id: 'a', orders: 50 }])).toEqual(['a', 'a']);
  expect(distributeOrders(['1', '2'], [])).toEqual([]);
  expect(distributeOrders([], [{ id: 'a', orders: 0 }])).toEqual([]);
});
