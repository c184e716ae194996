import { describe, expect, test } from 'vitest';
import { mailRetryDelay, webhookRetryDelay } from './retry-rules.ts';

const day = 86_400;
const delays = (delay: (attempts: number, random: number) => number | undefined, random: number) => {
  const found: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const seconds = delay(attempts, random);
    if (seconds === undefined) return found;
    found.push(seconds);
  }
};
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('retries', () => {
  test('when a mail keeps failing, then each wait is longer, none is much over a day, and after some days it ends', () => {
    const waits = delays(mailRetryDelay, 0.5);
    expect(waits[0]).toBe(60);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBe(day);
    expect(sum(waits)).toBeGreaterThan(3 * day);
    expect(sum(waits)).toBeLessThan(5 * day);
  });

  test('when a webhook keeps failing, then it is tried again soon at first and for about a day in all', () => {
    const waits = delays(webhookRetryDelay, 0.5);
    expect(waits[0]).toBe(5);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(sum(waits) / day).toBeCloseTo(1, 0.5);
  });

  test.each([
    ['mails', mailRetryDelay],
    ['webhooks', webhookRetryDelay],
  ])('when many %s fail together, then they do not come back together', (_, delay) => {
    expect((delay(3, 0.999) ?? 0) / (delay(3, 0) ?? 1)).toBeCloseTo(1.5, 1);
  });
});
