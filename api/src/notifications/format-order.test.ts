import { expect, test } from 'vitest';
import { formatOrder } from './format-order.ts';

const company = { areaUnit: 'cong', currency: 'VND', currencyDigits: 0 };
const order = { date: '2026-11-20', startTime: '06:00:00', crop: 'fruit', area: '5.93', cost: '177900' };

test('when the company has changed its unit since, then the area of an order is written in the unit of the order', () => {
  expect(formatOrder('en', { ...order, areaUnit: 'decare' }, company).area).toBe('5.93 decares');
  expect(formatOrder('vi', { ...order, areaUnit: 'hectare' }, company).area).toBe('5,93 ha');
  expect(formatOrder('en', { ...order, areaUnit: undefined }, company).area).toBe('5.93 công');
});
