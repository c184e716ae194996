import { describe, expect, it } from 'vitest';
import { pressed } from './pad-rules.ts';

describe('number pad', () => {
  const typed = (keys: string[], decimals: number) => keys.reduce((text, key) => pressed(text, key, decimals), '');

  it('when digits are pressed, then they form a number without leading zeros', () => {
    expect(typed(['0', '4', '000', '000'], 0)).toBe('4000000');
    expect(typed(['000'], 0)).toBe('0');
  });

  it('when the decimal point is pressed, then there is only one, and decimals are limited', () => {
    expect(typed(['.', '5', '.', '2', '9'], 2)).toBe('0.52');
    expect(typed(['1', '.', '5'], 0)).toBe('15');
  });

  it('when the maximum length is reached, then further digits are ignored; the last digit can be deleted', () => {
    expect(typed([...'1234567890123'], 0)).toBe('123456789012');
    expect(typed(['1', '2', 'back'], 0)).toBe('1');
    expect(typed(['back'], 0)).toBe('');
  });
});
