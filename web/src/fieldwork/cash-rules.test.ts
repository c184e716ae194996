import { describe, expect, it } from 'vitest';
import { changeOf, likelyAmounts, pressed } from './cash-rules.ts';

describe('the change', () => {
  it('when more is handed over than it costs, then the rest is given back, to the smallest unit', () => {
    expect(changeOf(375000, '400000', 0)).toEqual({ kind: 'back', amount: '25000' });
    expect(changeOf(0.1, '0.3', 2)).toEqual({ kind: 'back', amount: '0.20' });
    expect(changeOf(999999999999.99, '1000000000000', 2)).toEqual({ kind: 'back', amount: '0.01' });
  });

  it('when it is less, then what is missing is told', () => {
    expect(changeOf(375000, '370000', 0)).toEqual({ kind: 'missing', amount: '5000' });
    expect(changeOf(12.5, '12.49', 2)).toEqual({ kind: 'missing', amount: '0.01' });
  });

  it('when it is exactly right, also written otherwise, then it says so', () => {
    expect(changeOf(12.5, '12.50', 2)).toEqual({ kind: 'exact' });
    expect(changeOf(12, '12.', 2)).toEqual({ kind: 'exact' });
  });

  it('when nothing was entered, or more decimals than the currency has, then there is no answer', () => {
    expect(changeOf(375000, '', 0)).toEqual({ kind: 'none' });
    expect(changeOf(375000, '1.5', 0)).toEqual({ kind: 'none' });
  });
});

describe('the pad', () => {
  const typed = (keys: string[], decimals: number) => keys.reduce((text, key) => pressed(text, key, decimals), '');

  it('when digits are pressed, then they add up to a number without noughts in front', () => {
    expect(typed(['0', '4', '000', '000'], 0)).toBe('4000000');
    expect(typed(['000'], 0)).toBe('0');
  });

  it('when there is a point, then there is one, and as many decimals as there may be', () => {
    expect(typed(['.', '5', '.', '2', '9'], 2)).toBe('0.52');
    expect(typed(['1', '.', '5'], 0)).toBe('15');
  });

  it('when it is full, then nothing more fits; the last digit can be taken back', () => {
    expect(typed([...'1234567890123'], 0)).toBe('123456789012');
    expect(typed(['1', '2', 'back'], 0)).toBe('1');
    expect(typed(['back'], 0)).toBe('');
  });
});

describe('likely amounts', () => {
  it('when an order costs something, then the price and rounder amounts above it are offered, the smallest first', () => {
    expect(likelyAmounts(375000, 0)).toEqual(['375000', '400000', '500000']);
    expect(likelyAmounts(90000, 0)).toEqual(['90000', '100000', '200000']);
    expect(likelyAmounts(12.5, 2)).toEqual(['12.50', '15', '20']);
  });
});
