import { expect, test } from 'vitest';
import { ordersInMemo, transferReference } from './transfer-reference-rules.ts';

test('when banks strip, wrap or surround a reference, then the order is still found', () => {
  const reference = transferReference('4217');
  expect(reference).toMatch(/^SW4217[A-Z]{2}$/);
  for (const memo of [
    reference,
    reference.toLowerCase(),
    `MBVCB.98123.${reference}.CT tu 0123456 NGUYEN VAN LUA`,
    `IBFT${reference}20261116`,
    `thanh toan ${reference.slice(0, 4)} ${reference.slice(4)}-chuyen tien`,
    `${reference} ${reference}`,
  ])
    expect(ordersInMemo(memo), memo).toEqual(['4217']);
});

test('when digits are adjacent, swapped or missing, then no other order is found', () => {
  const reference = transferReference('4217');
  const mistyped = ['SW4271', 'SW421', 'SW42170', 'SW4218', 'SW14217'].map((start) => start + reference.slice(-2));
  for (const memo of [...mistyped, 'SW4217', 'thanh toan don 4217', '']) expect(ordersInMemo(memo), memo).toEqual([]);
});

test('when a text has several references, then all of them are found', () => {
  expect(ordersInMemo(`${transferReference('7')}${transferReference('12')}`)).toEqual(['7', '12']);
});

test('when the first 20,000 orders are compared, then neighbours never have the same check letters', () => {
  const letters = Array.from({ length: 20_000 }, (_, n) => transferReference(String(n + 1)).slice(-2));
  expect(letters.filter((pair, n) => pair === letters[n + 1])).toEqual([]);
});
