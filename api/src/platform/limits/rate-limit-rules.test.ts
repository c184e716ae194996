import { describe, expect, test } from 'vitest';
import { RateLimitCounters } from './rate-limit-counters.ts';
import {
  addressTotalLimit,
  applySync,
  countRequest,
  isExpired,
  newWindowCount,
  remainingRequests,
  secondsUntilReset,
  syncThreshold,
} from './rate-limit-rules.ts';

const start = Date.UTC(2026, 10, 15, 2);

describe('one window', () => {
  test('when the limit is reached, then requests are rejected until the window ends, and rejected ones do not count', () => {
    const count = newWindowCount(start);
    expect(Array.from({ length: 6 }, () => countRequest(count, 4, start + 59_999))).toEqual([true, true, true, true, false, false]);
    expect([remainingRequests(count, 4), secondsUntilReset(count, start + 59_999)]).toEqual([0, 1]);
    expect(countRequest(count, 4, start + 60_000)).toBe(true);
    expect([remainingRequests(count, 4), secondsUntilReset(count, start + 60_000)]).toEqual([3, 60]);
  });

  test('when other processes have counted requests, then a sync adds them and uses their window', () => {
    const count = newWindowCount(start + 10_000);
    countRequest(count, 10, start + 10_000);
    const sent = { startedAt: count.startedAt, unsynced: count.unsynced };
    countRequest(count, 10, start + 10_001);
    applySync(count, sent, { startedAt: start, used: 8 });
    expect([remainingRequests(count, 10), secondsUntilReset(count, start + 10_000)]).toEqual([1, 50]);
    expect([countRequest(count, 10, start + 10_002), countRequest(count, 10, start + 10_003)]).toEqual([true, false]);
  });

  test('when the result of a sync arrives after the window, then it is ignored', () => {
    const count = newWindowCount(start);
    countRequest(count, 10, start);
    const sent = { startedAt: count.startedAt, unsynced: count.unsynced };
    countRequest(count, 10, start + 60_000);
    applySync(count, sent, { startedAt: start, used: 10 });
    expect(remainingRequests(count, 10)).toBe(9);
  });

  test('when all processes together have exceeded the limit, then 0 requests remain', () => {
    const count = newWindowCount(start);
    applySync(count, { startedAt: start, unsynced: 0 }, { startedAt: start, used: 25 });
    expect(remainingRequests(count, 20)).toBe(0);
  });

  test.each([
    [0, false],
    [59_999, false],
    [60_000, true],
    [-30_000, false],
    [-60_001, true],
  ])('when %i milliseconds have passed, then expired is %s', (after, expired) => {
    expect(isExpired(newWindowCount(start), start + after)).toBe(expired);
  });

  test('when the clock of another process is ahead, then a client waits at most one window', () => {
    expect(secondsUntilReset(newWindowCount(start + 30_000), start)).toBe(60);
  });

  test('when a limit is small, then every request is synced; otherwise after a part of the limit', () => {
    expect([1, 20, 64, 1200].map(syncThreshold)).toEqual([1, 1, 2, 37]);
    expect(addressTotalLimit({ maxRequests: 1200, exemptsPrivateNetworks: true })).toEqual({
      maxRequests: 24_000,
      exemptsPrivateNetworks: true,
    });
  });
});

describe('many counters', () => {
  test('when there are more keys than entries, then the least recently used are evicted', () => {
    const counters = new RateLimitCounters('address', 5, 100);
    const countBusy = () => counters.count('busy', counters.get('busy', start), start);
    for (let sender = 0; sender < 10_000; sender++) {
      counters.count(`sender ${sender}`, counters.get(`sender ${sender}`, start), start);
      if (sender % 50 === 0) countBusy();
    }
    expect(counters.size).toBeLessThanOrEqual(200);
    expect(counters.unsynced.size).toBeLessThanOrEqual(100);
    expect(remainingRequests(counters.get('busy', start), 5)).toBe(0);
    expect(remainingRequests(counters.get('sender 0', start), 5)).toBe(5);
  });

  test('when a user sends few requests, then they are not synced', () => {
    const counters = new RateLimitCounters('user', 320);
    const count = () => counters.count('42', counters.get('42', start), start);
    for (let request = 0; request < 9; request++) count();
    expect([...counters.unsynced.keys()]).toEqual([]);
    count();
    expect([...counters.unsynced.keys()]).toEqual(['42']);
  });
});
