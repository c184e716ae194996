import { expect, test } from 'vitest';
import { timesOfOffer } from './offer-time.ts';

const setting = { offerMinutes: 60, quietFrom: '21:00:00', quietTo: '04:30:00' };

function times(now: string, date: string, startTime: string, overrides: { offerMinutes?: number; isByHand?: boolean } = {}) {
  const { isByHand = false, offerMinutes = 60 } = overrides;
  const found = timesOfOffer({
    place: { date, sessionId: '3', startTime },
    now: new Date(now),
    timeZone: 'Europe/Berlin',
    setting: { ...setting, offerMinutes },
    isByHand,
  });
  return found && [found.sendAt.toISOString(), found.expiresAt.toISOString()];
}

// Berlin sets its clocks forward on 28 March 2027 (02:00 becomes 03:00) and back on 31 October 2027 (03:00 becomes 02:00).
test('when clocks are set forward or back in the quiet hours, then the offer is sent at their end by the clock on the wall', () => {
  expect(times('2027-03-27T22:00:00Z', '2027-03-30', '06:00:00')).toEqual(['2027-03-28T02:30:00.000Z', '2027-03-28T03:30:00.000Z']);
  expect(times('2027-03-28T00:30:00Z', '2027-03-30', '06:00:00')).toEqual(['2027-03-28T02:30:00.000Z', '2027-03-28T03:30:00.000Z']);
  expect(times('2027-10-30T22:00:00Z', '2027-11-02', '06:00:00')).toEqual(['2027-10-31T03:30:00.000Z', '2027-10-31T04:30:00.000Z']);
  expect(times('2027-10-31T01:30:00Z', '2027-11-02', '06:00:00')).toEqual(['2027-10-31T03:30:00.000Z', '2027-10-31T04:30:00.000Z']);
});

test('when clocks change while an offer is open, then it holds the place for its full time', () => {
  const day = { offerMinutes: 1440 };
  expect(times('2027-03-27T12:00:00Z', '2027-03-30', '06:00:00', day)).toEqual(['2027-03-27T12:00:00.000Z', '2027-03-28T12:00:00.000Z']);
  expect(times('2027-10-30T12:00:00Z', '2027-11-02', '06:00:00', day)).toEqual(['2027-10-30T12:00:00.000Z', '2027-10-31T12:00:00.000Z']);
});

test('when clocks change before the session, then 12 hours are 12 hours', () => {
  // 28 March, 08:00 is 06:00 UTC; the day before, 19:30 is 18:30 UTC: 11.5 hours.
  expect(times('2027-03-27T17:30:00Z', '2027-03-28', '08:00:00')).toEqual(['2027-03-27T17:30:00.000Z', '2027-03-27T18:00:00.000Z']);
  expect(times('2027-03-27T18:30:00Z', '2027-03-28', '08:00:00')).toBeUndefined();
  // 31 October, 08:00 is 07:00 UTC: at 19:30 of the day before (17:30 UTC) 13.5 hours are left.
  expect(times('2027-10-30T17:30:00Z', '2027-10-31', '08:00:00')).toEqual(['2027-10-30T17:30:00.000Z', '2027-10-30T18:30:00.000Z']);
  expect(times('2027-03-27T23:00:00Z', '2027-03-28', '08:00:00', { isByHand: true })).toEqual([
    '2027-03-27T23:00:00.000Z',
    '2027-03-28T00:00:00.000Z',
  ]);
});
