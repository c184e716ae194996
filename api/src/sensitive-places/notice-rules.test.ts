import { expect, test } from 'vitest';
import { dueNotice, type NoticeFacts } from './notice-rules.ts';

const now = new Date('2026-11-15T05:00:00Z');
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const facts = (change: Partial<NoticeFacts> = {}): NoticeFacts => ({
  isPlanned: true,
  isCancelled: false,
  isNear: true,
  startsAt: inHours(30),
  last: undefined,
  ...change,
});
const due = (change: Partial<NoticeFacts>) => dueNotice(facts(change), now);
const noticeAt = (start: number, kind: 'upcoming' | 'moved' | 'cancelled' = 'upcoming', sent = -1) => ({
  kind,
  namedStart: inHours(start),
  sentAt: inHours(sent),
});

test('when a session is within 48 hours, then its notice is due, once', () => {
  expect([due({}), due({ startsAt: inHours(48) }), due({ startsAt: inHours(0.1) })]).toEqual(['upcoming', 'upcoming', 'upcoming']);
  expect([due({ startsAt: inHours(48.1) }), due({ startsAt: inHours(0) }), due({ last: noticeAt(30) })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([due({ isNear: false }), due({ isPlanned: false })]).toEqual([undefined, undefined]);
});

test('when an order moves after the notice, then the move is due at once, and the usual notice before a far session', () => {
  expect(due({ last: noticeAt(20) })).toBe('moved');
  expect(due({ startsAt: inHours(500), last: noticeAt(20) })).toBe('moved');
  expect(due({ startsAt: inHours(500), last: noticeAt(500, 'moved') })).toBeUndefined();
  expect(due({ startsAt: inHours(40), last: noticeAt(40, 'moved', -60) })).toBe('upcoming');
  expect(due({ startsAt: inHours(40), last: noticeAt(40, 'moved', -2) })).toBeUndefined();
  expect(due({ startsAt: inHours(40), last: noticeAt(-5) })).toBe('moved');
});

test('when an order is cancelled or no longer near after the notice, then that is due, once', () => {
  expect(due({ isPlanned: false, isCancelled: true, last: noticeAt(30) })).toBe('cancelled');
  expect(due({ isPlanned: false, isCancelled: true, last: noticeAt(30, 'moved') })).toBe('cancelled');
  expect(due({ isNear: false, last: noticeAt(30) })).toBe('cancelled');
  expect(due({ isPlanned: false, isCancelled: true, last: noticeAt(30, 'cancelled') })).toBeUndefined();
  expect(due({ isPlanned: false, isCancelled: true })).toBeUndefined();
  expect(due({ isPlanned: false, isCancelled: true, last: noticeAt(-25) })).toBeUndefined();
  expect(due({ last: noticeAt(30, 'cancelled') })).toBe('upcoming');
});

test('when the work has begun, then nothing is due', () => {
  expect(due({ isPlanned: false, last: noticeAt(-1), startsAt: inHours(-1) })).toBeUndefined();
});
