import { expect, test } from 'vitest';
import type { Shape } from '../../api/client.ts';
import { countFilters, filterOrders, isNarrowed, matchesText, readFilter } from './board-filter-rules.ts';

type Order = Shape<'Order'>;

const order = (id: number, fullName: string, phoneNumber: string, more: Partial<Order> = {}): Order =>
  ({ id, orderStatus: 'confirmed', cropType: { id: 1, name: 'Fruit' }, farmer: { id, fullName, phoneNumber }, ...more }) as Order;

const orders = [
  order(1, 'Nguyễn Văn Đồng', '0901234567'),
  order(2, 'Trần Thị Hương', '+84 912 000 111', { cropType: { id: 2, name: 'Cereals' } as Order['cropType'] }),
  order(3, 'Lê Văn Tám', '0987654321', { orderStatus: 'cancelled' }),
  order(4, 'Lê Thị Tư', '0987654322', { orderStatus: 'in_progress' }),
];
const crews = new Map([[1, [{ id: 7 }]]]);
const found = (address: string) =>
  filterOrders(
    orders,
    readFilter(new URLSearchParams(address)),
    ({ orderStatus }) => (orderStatus === 'in_progress' ? 'awaiting_sign_off' : orderStatus),
    crews,
  ).map(({ id }) => id);

test('when a name or a phone number is searched, then accents, case and the spelling of numbers do not matter', () => {
  const ids = (text: string) => orders.filter(matchesText(text)).map(({ id }) => id);
  expect(ids('dong nguyen')).toEqual([1]);
  expect(ids('HƯƠNG')).toEqual([2]);
  expect(ids('+84 901 234')).toEqual([1]);
  expect(ids('0912000')).toEqual([2]);
  expect(ids('')).toEqual([1, 2, 3, 4]);
});

test('when filters are in the address, then the board shows the orders that pass all of them', () => {
  expect(found('')).toEqual([1, 2, 4]);
  expect(found('cancelled=1')).toEqual([1, 2, 3, 4]);
  expect(found('state=cancelled')).toEqual([3]);
  expect(found('state=awaiting_sign_off&state=cancelled')).toEqual([3, 4]);
  expect(found('state=in_progress')).toEqual([]);
  expect(found('crop=2')).toEqual([2]);
  expect(found('sprayer=7')).toEqual([1]);
  expect(found('sprayer=none')).toEqual([2, 4]);
  expect(found('sprayer=none&search=le')).toEqual([4]);
});

test('when the address has invalid values, then they are ignored', () => {
  const filter = readFilter(new URLSearchParams('state=x&crop=-1&sprayer=all'));
  expect(isNarrowed(filter)).toBe(false);
  expect(countFilters(readFilter(new URLSearchParams('state=pending&state=assigned&crop=3&search=x')))).toBe(2);
});
