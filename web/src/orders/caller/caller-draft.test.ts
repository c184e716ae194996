import { describe, expect, test, vi } from 'vitest';
import type { Shape } from '../../api/client.ts';
import { type CallerDraft, callerOrderOf, isPhone, likeBefore, missingIn, parts } from './caller-draft.ts';

// The API client reads location.origin, which does not exist here.
vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }));

const time = (hour: number) => ({ hour, minute: 0, second: 0, nano: 0 });
const slot = { date: '2026-11-17', session: { id: 3, startTime: time(6), endTime: time(7) } };
const field = { location: 'Behind the temple', latitude: 10.5, longitude: 105.4 };
const farmer = { id: 1, fullName: 'Someone', phoneNumber: '0901 234 561' } as Shape<'User'>;
const known: CallerDraft = { phone: '0901 234 561', farmer, knownId: 9, field, cropId: 1, area: 12.5, slot, method: 'visa' };

describe("draft of a caller's order", () => {
  test('when nothing is entered, then every part is missing, in the order of the page', () => {
    expect(missingIn({})).toEqual(parts);
    expect(callerOrderOf({})).toBeUndefined();
  });

  test('when the caller and the field are known, then the order needs no name', () => {
    expect(missingIn(known)).toEqual([]);
    expect(callerOrderOf(known)).toEqual({
      farmer: { phoneNumber: '0901234561' },
      ...field,
      cropType: { id: 1 },
      area: 12.5,
      date: '2026-11-17',
      session: { id: 3 },
      paymentMethod: 'visa',
    });
  });

  test('when the number is unknown, then a name is required and sent', () => {
    const { farmer: _, ...unknown } = known;
    expect(missingIn(unknown)).toEqual(['name']);
    expect(callerOrderOf({ ...unknown, name: ' Lúa ' })?.farmer).toEqual({ phoneNumber: '0901234561', fullName: 'Lúa' });
  });

  test('when the field is new, then it needs a name and a position, and the earlier one is not used', () => {
    const moved = { ...known, knownId: undefined };
    expect(missingIn(moved)).toEqual(['place', 'position']);
    const order = callerOrderOf({ ...moved, place: ' By the canal ', position: { latitude: 9, longitude: 106 } });
    expect(order).toMatchObject({ location: 'By the canal', latitude: 9, longitude: 106 });
  });

  test.each(['0901234561', '+84 901 234 561', '09012345612', '(0901) 234-561'])('when the number is %s, then it is valid', (phone) => {
    expect(isPhone(phone)).toBe(true);
  });

  test.each(['', '090123456', '090123456123', '901234561', '+85901234561'])('when the number is "%s", then it is invalid', (phone) => {
    expect(isPhone(phone)).toBe(false);
  });

  test('when the crop of an earlier order is no longer offered, then another one has to be chosen', () => {
    const last = { id: 9, ...field, cropType: { id: 4, name: 'tea' }, area: 3, paymentMethod: 'cash' } as Shape<'Order'>;
    expect(likeBefore(last, [1, 2], true)).toEqual({ knownId: 9, field, cropId: undefined, area: 3, method: 'cash' });
    expect(likeBefore(last, undefined, true).cropId).toBe(4);
  });
});
