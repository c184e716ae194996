import { expect, test, vi } from 'vitest';
import { checkedBooking, type Draft } from './booking-draft.ts';

// The API client reads location.origin, which does not exist here.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }));

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });
const place = { location: 'Behind the temple', latitude: 10.5, longitude: 105.4 };
const draft: Draft = {
  field: place,
  cropId: 1,
  area: 12.5,
  slot: { date: '2026-11-17', session: { id: 3, startTime: time(6), endTime: time(7) } },
};

test('when the field of a draft is in the registry, then the check gets its id, and nothing else of the list it was chosen from', () => {
  const known = { ...place, fieldId: 7, key: 'field-7', cropType: null };
  const asked = { ...place, date: '2026-11-17', sessionId: 3, area: 12.5 };
  expect(checkedBooking({ ...draft, field: known })).toEqual({ ...asked, fieldId: 7 });
  expect(checkedBooking(draft)).toEqual(asked);
});

test('when the area of a draft is missing, then there is nothing to check', () => {
  expect(checkedBooking({ ...draft, area: undefined })).toBeUndefined();
});
