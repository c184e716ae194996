import { describe, expect, test } from 'vitest';
import { mailRetryDelay, webhookRetryDelay } from './retry-rules.ts';

const day = 86_400;
const delays = (delay: (attempts: number, random: number) => number | undefined, random: number) => {
  const result: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const seconds = delay(attempts, random);
    if (seconds === undefined) return result;
    result.push(seconds);
  }
};
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('retries', () => {
  test('when a mail keeps failing, then the back-off grows up to a day and the attempts end after some days', () => {
    const waitsSeconds = delays(mailRetryDelay, 0.5);
    expect(waitsSeconds[0]).toBe(60);
    expect(waitsSeconds).toEqual([...waitsSeconds].sort((a, b) => a - b));
    expect(Math.max(...waitsSeconds)).toBe(day);
    expect(sum(waitsSeconds)).toBeGreaterThan(3 * day);
    expect(sum(waitsSeconds)).toBeLessThan(5 * day);
  });

  test('when a webhook keeps failing, then the back-off grows and the attempts end after about a day', () => {
    const waitsSeconds = delays(webhookRetryDelay, 0.5);
    expect(waitsSeconds[0]).toBe(5);
    expect(waitsSeconds).toEqual([...waitsSeconds].sort((a, b) => a - b));
    expect(sum(waitsSeconds) / day).toBeCloseTo(1, 0.5);
  });

  test.each([
    ['mails', mailRetryDelay],
    ['webhooks', webhookRetryDelay],
  ])('when many %s fail at the same time, then their retries have jitter', (_, delay) => {
    expect((delay(3, 0.999) ?? 0) / (delay(3, 0) ?? 1)).toBeCloseTo(1.5, 1);
  });
});
