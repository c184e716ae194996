import { describe, expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { retryDelayMs, shouldRetry } from './retry.ts';

const problem = (status: number, retryAfter?: number) =>
  new Problem({ status, code: 'ANY', detail: '', ...(retryAfter === undefined ? {} : { retryAfter }) });

describe('asking again', () => {
  test.each([
    ['the service is not reached', problem(0), true],
    ['there is too much to do for a moment', problem(503, 4), true],
    ['there were too many requests, and the minute is nearly over', problem(429, 10), true],
    ['there were too many requests, and it takes a while', problem(429, 45), false],
    ['the service failed', problem(500), true],
    ['there is no such thing', problem(404), false],
    ['something else broke', new TypeError('x'), false],
  ])('when %s, then whether it is asked again by itself is known', (_, error, again) => {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([again, again, false]);
  });
});

describe('how long to wait', () => {
  test('when the service says how long, then not less, and not all in the same moment', () => {
    expect([0, 0.5, 0.999].map((chance) => retryDelayMs(0, problem(503, 5), 30_000, chance))).toEqual([5000, 5500, 5999]);
  });

  test('when it says nothing, then longer each time, up to a bound', () => {
    expect([0, 1, 2, 10].map((failures) => retryDelayMs(failures, problem(500)))).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelayMs(10, problem(0), 60_000)).toBe(60_000);
  });

  test('when it has failed so often that we wait longer anyway, then we do', () => {
    expect(retryDelayMs(4, problem(503, 2))).toBe(16_000);
  });
});
