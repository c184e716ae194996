import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const refused = (text: string): string => {
  try {
    parseJsonBody(text);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('what a body may have', () => {
  test('when it has 16 levels, then it is accepted, and with 17 refused, without regard to signs in texts', () => {
    expect(refused(`${'['.repeat(16)}1${']'.repeat(16)}`)).toBe('accepted');
    expect(refused(`${'['.repeat(17)}1${']'.repeat(17)}`)).toContain('16 levels');
    expect(refused(`{"a":[{"b":"${'[{'.repeat(20)}\\"${'['.repeat(20)}"}]}`)).toBe('accepted');
    expect(refused('['.repeat(1_000_000))).toContain('16 levels');
  });

  test.each([
    ['"\\u0000"', false],
    ['{"\\u0000":1}', false],
    ['"\\\\u0000"', true],
    ['"\\ud83c\\udf3e"', true],
    ['"\\uD83C\\uDF3E"', true],
    ['"\\ud83c"', false],
    ['"\\ud83cx"', false],
    ['"\\udf3e"', false],
    ['"\\ud83c\\ud83c\\udf3e"', false],
    ['"\\ud83c\\\\udf3e"', false],
    ['"\\n\\u00e9"', true],
  ])('when a text is %s, then it can be stored: %s', (json, isStorable) => {
    expect(refused(json)).toEqual(isStorable ? 'accepted' : expect.stringContaining('cannot be stored'));
  });

  test('when a number is an integer beyond 2^53, then it is kept, and a fraction is a number', () => {
    expect(parseJsonBody('[9007199254740993,-9007199254740993]')).toEqual([9007199254740993n, -9007199254740993n]);
    expect(parseJsonBody('9007199254740993')).toBe(9007199254740993n);
    expect(parseJsonBody('[105.12345678901234567]')).toEqual([105.12345678901235]);
  });
});

test('when a body of 29 MB consists of pairs, then checking it takes little more than parsing it', () => {
  const json = `[${'[0,0],'.repeat(4_800_000)}[0,0]]`;
  const userMs = (work: () => unknown) => {
    const began = process.cpuUsage();
    work();
    return process.cpuUsage(began).user / 1000;
  };
  const parseMs = userMs(() => JSON.parse(json));
  // It was eight times as long and more.
  expect(userMs(() => parseJsonBody(json))).toBeLessThan(3 * parseMs + 500);
});
