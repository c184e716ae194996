import { describe, expect, test } from 'vitest';
import { Counts } from './rate-limit-counts.ts';
import { hear, isOver, newCount, remaining, secondsLeft, syncThreshold, take, wholeAddress } from './rate-limit-rules.ts';

const start = Date.UTC(2026, 10, 15, 2);

describe('a minute of requests', () => {
  test('when as many came as may, then the next is refused until the minute is over, and refusals do not count', () => {
    const count = newCount(start);
    expect(Array.from({ length: 6 }, () => take(count, 4, start + 59_999))).toEqual([true, true, true, true, false, false]);
    expect([remaining(count, 4), secondsLeft(count, start + 59_999)]).toEqual([0, 1]);
    expect(take(count, 4, start + 60_000)).toBe(true);
    expect([remaining(count, 4), secondsLeft(count, start + 60_000)]).toEqual([3, 60]);
  });

  test('when others have counted as well, then theirs count here, from when they began', () => {
    const count = newCount(start + 10_000);
    take(count, 10, start + 10_000);
    const sent = { startedAt: count.startedAt, own: count.own };
    take(count, 10, start + 10_001);
    hear(count, sent, { startedAt: start, used: 8 });
    expect([remaining(count, 10), secondsLeft(count, start + 10_000)]).toEqual([1, 50]);
    expect([take(count, 10, start + 10_002), take(count, 10, start + 10_003)]).toEqual([true, false]);
  });

  test('when the answer comes after the minute, then it changes nothing', () => {
    const count = newCount(start);
    take(count, 10, start);
    const sent = { startedAt: count.startedAt, own: count.own };
    take(count, 10, start + 60_000);
    hear(count, sent, { startedAt: start, used: 10 });
    expect(remaining(count, 10)).toBe(9);
  });

  test('when others have counted more than may be, then nothing is left, and not less', () => {
    const count = newCount(start);
    hear(count, { startedAt: start, own: 0 }, { startedAt: start, used: 25 });
    expect(remaining(count, 20)).toBe(0);
  });

  test.each([
    [0, false],
    [59_999, false],
    [60_000, true],
    [-30_000, false],
    [-60_001, true],
  ])('when it is looked at after %i milliseconds, then that it is over is %s', (after, over) => {
    expect(isOver(newCount(start), start + after)).toBe(over);
  });

  test('when a clock elsewhere is ahead, then nobody waits longer than a minute', () => {
    expect(secondsLeft(newCount(start + 30_000), start)).toBe(60);
  });

  test('when a limit is small, then every request is told; else a part of the limit at a time', () => {
    expect([1, 20, 64, 1200].map(syncThreshold)).toEqual([1, 1, 2, 37]);
    expect(wholeAddress({ most: 1200, sparesOwnNetwork: true })).toEqual({ most: 24_000, sparesOwnNetwork: true });
  });
});

describe('many counts', () => {
  test('when there are more senders than are kept, then those not seen for longest are forgotten, and memory stays small', () => {
    const counts = new Counts('address', 5, 100);
    const busy = () => counts.take('busy', counts.at('busy', start), start);
    for (let sender = 0; sender < 10_000; sender++) {
      counts.take(`sender ${sender}`, counts.at(`sender ${sender}`, start), start);
      if (sender % 50 === 0) busy();
    }
    expect(counts.size).toBeLessThanOrEqual(200);
    expect(counts.untold.size).toBeLessThanOrEqual(100);
    expect(remaining(counts.at('busy', start), 5)).toBe(0);
    expect(remaining(counts.at('sender 0', start), 5)).toBe(5);
  });

  test('when few requests come from somebody, then nobody is told', () => {
    const counts = new Counts('user', 320);
    const ask = () => counts.take('42', counts.at('42', start), start);
    for (let request = 0; request < 9; request++) ask();
    expect([...counts.untold.keys()]).toEqual([]);
    ask();
    expect([...counts.untold.keys()]).toEqual(['42']);
  });
});
