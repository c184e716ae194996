import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from './problem.ts';
import { retryDelayMs, shouldRetry, withRetries } from './retry.ts';

const problem = (status: number, retryAfter?: number) =>
  new Problem({ status, code: 'ANY', detail: '', ...(retryAfter === undefined ? {} : { retryAfter }) });

describe('shouldRetry', () => {
  test.each([
    ['the service is unreachable', problem(0), true],
    ['the service sheds load', problem(503, 4), true],
    ['the rate limit resets soon', problem(429, 10), true],
    ['the rate limit resets later', problem(429, 45), false],
    ['the service failed', problem(500), true],
    ['the resource does not exist', problem(404), false],
    ['the error is not a Problem', new TypeError('x'), false],
  ])('when %s, then the request is retried only if that can help', (_, error, again) => {
    expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual([again, again, false]);
  });
});

describe('retryDelayMs', () => {
  test('when the response has Retry-After, then the delay is at least that, with jitter', () => {
    expect([0, 0.5, 0.999].map((chance) => retryDelayMs(0, problem(503, 5), 30_000, chance))).toEqual([5000, 5500, 5999]);
  });

  test('when there is no Retry-After, then the delay grows up to a maximum', () => {
    expect([0, 1, 2, 10].map((failures) => retryDelayMs(failures, problem(500)))).toEqual([1000, 2000, 4000, 30_000]);
    expect(retryDelayMs(10, problem(0), 60_000)).toBe(60_000);
  });

  test('when the back-off is longer than Retry-After, then the back-off applies', () => {
    expect(retryDelayMs(4, problem(503, 2))).toBe(16_000);
  });
});

describe('withRetries', () => {
  const answers = (...problems: Problem[]) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    return vi.fn(async () => {
      const next = problems.shift();
      if (next !== undefined) throw next;
      return 'done';
    });
  };

  test('when a request fails twice temporarily, then the third answer counts', async () => {
    const request = answers(problem(503), problem(0));
    const [answer] = await Promise.all([withRetries(request), vi.runAllTimersAsync()]);
    expect([answer, request.mock.calls.length]).toEqual(['done', 3]);
  });

  test('when a request is refused, then it is not repeated', async () => {
    const request = answers(problem(409));
    await expect(withRetries(request)).rejects.toMatchObject({ status: 409 });
    expect(request).toHaveBeenCalledTimes(1);
  });
});
