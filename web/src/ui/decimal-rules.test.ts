import { describe, expect, test } from 'vitest';
import { withDecimalSeparator } from './decimal-rules.ts';

describe('a number that is pasted or filled in', () => {
  const en = { decimal: '.', thousands: undefined };
  const vi = { decimal: ',', thousands: undefined };
  test.each([
    ['0,8', '0.8', '0,8'],
    ['0.8', '0.8', '0,8'],
    ['31,5', '31.5', '31,5'],
    ['-2.5', '-2.5', '-2,5'],
    ['40', '40', '40'],
    ['1.234,5', '1234.5', '1234,5'],
    ['1,234.5', '1234.5', '1234,5'],
    ['1.234.567', '1234567', '1234567'],
  ])('%s keeps its value in both languages', (text, inEnglish, inVietnamese) => {
    expect([withDecimalSeparator(text, en), withDecimalSeparator(text, vi)]).toEqual([inEnglish, inVietnamese]);
  });

  test.each(['45.000', '45,000', '45000', '45 000'])('%s in a field without decimals is the same in both languages', (text) => {
    for (const thousands of ['.', ','])
      expect(withDecimalSeparator(text, { decimal: undefined, thousands }).replace(' ', '')).toBe('45000');
  });

  const enMoney = { decimal: '.', thousands: ',' };
  const viMoney = { decimal: ',', thousands: '.' };
  test.each([
    ['30.000', viMoney, '30000'],
    ['30,000', enMoney, '30000'],
    ['0.125', viMoney, '0,125'],
    ['30.5', viMoney, '30,5'],
    ['30,5', enMoney, '30.5'],
    ['1.234,567', enMoney, '1234.567'],
  ])('%s in a field with thousands separators', (text, separators, expected) => {
    expect(withDecimalSeparator(text, separators)).toBe(expected);
  });
});
