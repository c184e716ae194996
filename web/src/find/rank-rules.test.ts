import { describe, expect, test } from 'vitest';
import { orderNumberIn, rank, ranked, rankOf } from './rank-rules.ts';

describe('rankOf', () => {
  test.each([
    ['42', { orderId: 42, name: 'Lúa' }, rank.exact],
    ['#42', { orderId: 42, name: 'Lúa' }, rank.exact],
    ['42', { orderId: 421, name: 'Lúa' }, rank.other],
    ['0901 234 561', { name: 'Lúa', phoneNumber: '0901234561' }, rank.exact],
    ['+84901234561', { name: 'Lúa', phoneNumber: '0901 234 561' }, rank.exact],
    ['0901 234', { name: 'Lúa', phoneNumber: '0901 234 561' }, rank.other],
    ['nguyen v', { name: 'Nguyễn Văn Lúa' }, rank.nameBegins],
    ['Đặng', { name: 'dang thi' }, rank.nameBegins],
    ['lua van', { name: 'Nguyễn Văn Lúa' }, rank.name],
    ['phu my', { name: 'Lê Phú' }, rank.other],
    ['…', { name: 'Lê Phú' }, rank.other],
  ])('%s for %o is %i', (text, found, expected) => {
    expect(rankOf(text, found)).toBe(expected);
  });
});

test('an order number has no leading zero and nothing else around it', () => {
  expect(['42', ' # 42', '042', '42a', '', '1234567890123456'].map(orderNumberIn)).toEqual([
    42,
    42,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('equal ranks keep their order', () => {
  expect(ranked(['b3', 'a1', 'c1', 'd0'], (item) => Number(item[1]))).toEqual(['d0', 'a1', 'c1', 'b3']);
});
