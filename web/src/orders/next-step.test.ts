import { describe, expect, test } from 'vitest';
import type { Shape } from '../api/client.ts';
import { cancelling, canReschedule, inOrder, mostPressing, nextStep, nothingKnown, startOf } from './next-step.ts';

type FarmerOrder = Shape<'FarmerOrder'>;

const today = '2026-11-15';
const at = (hour: number, minute = 0) => ({ hour, minute, second: 0, nano: 0 });
const order = (facts: Partial<FarmerOrder> = {}): FarmerOrder => ({
  id: 1,
  receptionist: null,
  date: '2026-11-17',
  session: { id: 3, startTime: at(6), endTime: at(7) },
  location: 'Ruộng gò',
  latitude: 10.5,
  longitude: 105.4,
  cropType: { id: 2, name: 'cereal' },
  area: 10,
  cost: 300_000,
  orderStatus: 'pending',
  paymentStatus: 'pending',
  paymentMethod: 'cash',
  completionDate: null,
  confirmed: false,
  creationDate: '2026-11-10',
  ...facts,
});
const step = (facts: Partial<FarmerOrder>, work = {}, rated = false) => {
  const { situation, action } = nextStep(order(facts), { ...nothingKnown, ...work }, rated, today, true);
  return action === null ? situation : `${situation} → ${action}`;
};

describe('next step for the farmer', () => {
  test.each([
    [{ orderStatus: 'pending' }, {}, 'to_confirm → confirm'],
    [{ orderStatus: 'pending', paymentMethod: 'visa' }, {}, 'to_confirm → confirm'],
    [{ orderStatus: 'confirmed' }, {}, 'finding_crew'],
    [{ orderStatus: 'confirmed', paymentMethod: 'visa' }, {}, 'to_pay → pay'],
    [{ orderStatus: 'confirmed', paymentMethod: 'visa', paymentStatus: 'failed' }, {}, 'pay_again → pay'],
    [{ orderStatus: 'confirmed', paymentMethod: 'mastercard', paymentStatus: 'paid' }, {}, 'finding_crew'],
    [{ orderStatus: 'confirmed', paymentMethod: 'visa', cost: 0 }, {}, 'finding_crew'],
    [{ orderStatus: 'confirmed', date: '2026-11-14', paymentMethod: 'visa' }, {}, 'missed'],
    [{ orderStatus: 'assigned' }, {}, 'cash_ready'],
    [{ orderStatus: 'assigned', date: today }, {}, 'cash_ready'],
    [{ orderStatus: 'assigned', paymentStatus: 'paid' }, {}, 'crew_comes'],
    [{ orderStatus: 'assigned', paymentMethod: 'visa' }, {}, 'to_pay → pay'],
    [{ orderStatus: 'assigned', date: '2026-11-14' }, {}, 'missed'],
    [{ orderStatus: 'in_progress' }, {}, 'at_work'],
    [{ orderStatus: 'in_progress', paymentMethod: 'visa' }, {}, 'to_pay_after → pay'],
    [{ orderStatus: 'in_progress' }, { reported: true }, 'to_sign_off → sign_off'],
    [{ orderStatus: 'in_progress', paymentMethod: 'visa' }, { reported: true }, 'to_sign_off → sign_off'],
    [{ orderStatus: 'in_progress' }, { reported: true, objected: true }, 'objected'],
    [{ orderStatus: 'in_progress' }, { signedOff: true }, 'waiting_for_report'],
    [{ orderStatus: 'completed', completionDate: today }, {}, 'cash_due'],
    [{ orderStatus: 'completed', completionDate: today }, { reported: true, signedOff: true, objected: true }, 'objected'],
    [{ orderStatus: 'completed', completionDate: today, paymentMethod: 'visa' }, {}, 'to_pay_after → pay'],
    [{ orderStatus: 'completed', completionDate: today, paymentMethod: 'visa', paymentStatus: 'failed' }, {}, 'pay_again → pay'],
    [{ orderStatus: 'completed', completionDate: today, paymentStatus: 'paid' }, {}, 'to_rate → rate'],
    [{ orderStatus: 'completed', completionDate: '2026-11-08', paymentStatus: 'paid' }, {}, 'to_rate → rate'],
    [{ orderStatus: 'completed', completionDate: '2026-11-07', paymentStatus: 'paid' }, {}, 'done'],
    [{ orderStatus: 'cancelled', paymentMethod: 'visa', paymentStatus: 'failed' }, {}, 'cancelled'],
  ] as const)('when %o and %o, then %s', (facts, work, expected) => {
    expect(step(facts, work)).toBe(expected);
  });

  test('when the order is already rated, then there is no next step', () => {
    expect(step({ orderStatus: 'completed', completionDate: today, paymentStatus: 'paid' }, {}, true)).toBe('done');
  });
});

describe('cancelling and rescheduling', () => {
  const zone = 'Asia/Ho_Chi_Minh';
  // 06:00 in Vietnam is 23:00 UTC the day before.
  test('when twelve hours are left, then cancelling is free; a minute later only the office can cancel', () => {
    expect(cancelling(order(), zone, new Date('2026-11-16T11:00:00Z'))).toBe('free');
    expect(cancelling(order(), zone, new Date('2026-11-16T11:01:00Z'))).toBe('too_late');
  });

  test.each(['in_progress', 'completed', 'cancelled'] as const)('when the order is %s, then it cannot be cancelled', (orderStatus) => {
    expect(cancelling(order({ orderStatus }), zone, new Date('2026-11-01T00:00:00Z'))).toBe('never');
  });

  test('when a crew is assigned, then a farmer cannot reschedule', () => {
    const early = new Date('2026-11-01T00:00:00Z');
    expect(canReschedule(order({ orderStatus: 'confirmed' }), zone, early)).toBe(true);
    expect(canReschedule(order({ orderStatus: 'assigned' }), zone, early)).toBe(false);
  });

  test('when less than twelve hours are left, then a farmer cannot reschedule', () => {
    expect(canReschedule(order({ orderStatus: 'confirmed' }), zone, new Date('2026-11-16T11:00:00Z'))).toBe(true);
    expect(canReschedule(order({ orderStatus: 'confirmed' }), zone, new Date('2026-11-16T11:01:00Z'))).toBe(false);
  });

  test('when daylight saving time ends that night, then the start is still the right instant', () => {
    // In Berlin clocks go back at 03:00 on 25 October 2026.
    expect(new Date(startOf('2026-10-25', at(6), 'Europe/Berlin')).toISOString()).toBe('2026-10-25T05:00:00.000Z');
    expect(new Date(startOf('2026-10-25', at(1), 'Europe/Berlin')).toISOString()).toBe('2026-10-24T23:00:00.000Z');
  });
});

describe('most pressing order', () => {
  test('when several orders are open, then it is the earliest by date and time', () => {
    const late = order({ id: 1, session: { id: 5, startTime: at(16), endTime: at(17) } });
    const early = order({ id: 2 });
    const before = order({ id: 3, date: '2026-11-16', session: { id: 6, startTime: at(17), endTime: at(18) } });
    expect(inOrder([late, early, before]).map(({ id }) => id)).toEqual([3, 2, 1]);
    expect(mostPressing([late, early, before], [], () => false, today, true)?.id).toBe(3);
  });

  test('when none is open, then it is one that is still to be paid or rated', () => {
    const paid = order({ id: 4, orderStatus: 'completed', paymentStatus: 'paid', completionDate: today });
    const unpaid = order({ id: 5, orderStatus: 'completed', paymentMethod: 'visa', completionDate: today });
    expect(mostPressing([], [paid, unpaid], () => true, today, true)?.id).toBe(5);
    expect(mostPressing([], [paid], () => false, today, true)?.id).toBe(4);
    expect(mostPressing([], [paid], () => true, today, true)).toBeUndefined();
  });
});
