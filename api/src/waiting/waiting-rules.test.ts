import { describe, expect, test } from 'vitest';
import { type Candidate, findRangeErrors, isQuiet, offerTimes, skipReason } from './waiting-rules.ts';

const at = (time: string) => new Date(`2026-11-15T${time}Z`);
const start = new Date('2026-11-17T00:00:00Z');
const usual = { now: at('02:00:00'), start, offerMinutes: 60, quietUntil: undefined, isByHand: false };

describe('times of an offer', () => {
  test('when a place becomes free by day, then the offer is sent at once and lasts as long as set', () => {
    expect(offerTimes(usual)).toEqual({ sendAt: at('02:00:00'), expiresAt: at('03:00:00') });
  });

  test('when it becomes free in the quiet hours, then the offer is sent at their end', () => {
    expect(offerTimes({ ...usual, quietUntil: at('21:30:00') })).toEqual({ sendAt: at('21:30:00'), expiresAt: at('22:30:00') });
  });

  test('when the session is near, then the offer ends twelve hours before it, or is not made', () => {
    expect(offerTimes({ ...usual, start: at('14:30:00') })?.expiresAt).toEqual(at('02:30:00'));
    expect(offerTimes({ ...usual, start: at('14:09:59') })).toBeUndefined();
    expect(offerTimes({ ...usual, quietUntil: at('21:30:00'), start: new Date('2026-11-16T09:00:00Z') })).toBeUndefined();
  });

  test('when the office makes it, then neither quiet hours nor the twelve hours count, only the begin of the session', () => {
    const byHand = { ...usual, isByHand: true, quietUntil: at('21:30:00') };
    expect(offerTimes({ ...byHand, start: at('02:20:00') })).toEqual({ sendAt: at('02:00:00'), expiresAt: at('02:20:00') });
    expect(offerTimes({ ...byHand, start: at('02:00:00') })).toBeUndefined();
  });

  test('quiet hours may include midnight', () => {
    expect(['20:59:59', '21:00:00', '00:00:00', '04:29:59', '04:30:00'].map((time) => isQuiet(time, '21:00:00', '04:30:00'))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(isQuiet('12:00:00', '11:00:00', '13:00:00')).toBe(true);
    expect(isQuiet('13:00:00', '13:00:00', '13:00:00')).toBe(false);
  });
});

describe('who is passed over', () => {
  const fits: Candidate = {
    entryId: '1',
    farmerId: '2',
    area: '5',
    hasOffer: false,
    earlierOffer: null,
    isFarmerActive: true,
    isCropActive: true,
    fitsArea: true,
    isAtBookingLimit: false,
  };

  test.each([
    [{}, undefined],
    [{ earlierOffer: 'withdrawn' }, undefined],
    [{ hasOffer: true }, 'has_offer'],
    [{ earlierOffer: 'declined' }, 'declined_before'],
    [{ earlierOffer: 'expired' }, 'not_answered_before'],
    [{ isFarmerActive: false }, 'farmer_deactivated'],
    [{ isCropActive: false }, 'crop_withdrawn'],
    [{ fitsArea: false }, 'area_too_large'],
    [{ isAtBookingLimit: true }, 'booking_limit'],
  ])('when an entry is %j, then the reason is %s', (part, reason) => {
    expect(skipReason({ ...fits, ...part }, true, false)).toBe(reason);
  });

  test('when it is too late, or the session was emptied, then that is the reason for all', () => {
    expect(skipReason({ ...fits, hasOffer: true }, false, true)).toBe('too_late');
    expect(skipReason({ ...fits, hasOffer: true }, true, true)).toBe('rebooked');
  });
});

test('a range is in order, not in the past, and not too long', () => {
  const limits = { today: '2026-11-15', lastDate: '2027-11-15', longest: '2026-12-15' };
  const faults = (from: string, to: string, longest = limits.longest) =>
    findRangeErrors({ from, to }, { ...limits, longest }).map(({ path }) => path);
  expect(faults('2026-11-15', '2026-12-15')).toEqual([]);
  expect(faults('2026-11-14', '2026-11-15')).toEqual(['from']);
  expect(faults('2026-11-16', '2026-11-15')).toEqual(['to']);
  expect(faults('2026-11-14', '2026-11-13')).toEqual(['from', 'to']);
  expect(faults('2026-11-15', '2026-12-16')).toEqual(['to']);
  expect(faults('2027-11-15', '2027-11-16', '2027-12-15')).toEqual(['to']);
});
