import { expect, test } from 'vitest';
import type { CatalogFacts } from '../catalog/catalog.ts';
import type { SpraySession } from '../catalog/catalog-store.ts';
import { addDays } from '../platform/time/clock.ts';
import { presets } from '../weather/spray-window-rules.ts';
import { bookingFarmers, crowd, largeDemo } from './demo-crowd.ts';
import { demoPeople } from './demo-people.ts';
import { forecastStops, largeBookings } from './large-bookings.ts';

const times = ['04:00', '05:00', '06:00', '07:00', '16:00', '17:00'];
const sessions = new Map(
  times.map((startTime, at): [string, SpraySession] => {
    const endTime = `${String(Number(startTime.slice(0, 2)) + 1).padStart(2, '0')}:00:00`;
    return [String(at), { id: String(at), startTime: `${startTime}:00`, endTime, capacity: 14, active: true, maxArea: null }];
  }),
);
const farmers = new Map(bookingFarmers.map((farmer) => [farmer.name, farmer]));

/** The generated weather of afternoons differs by date. */
const dates = Array.from({ length: 40 }, (_, n) => addDays('2026-11-15', n * 9));

test.each(dates)(
  'when the large demo begins on %s, then tomorrow has its orders in STOP and of farmers whom nothing reaches',
  async (today) => {
    const now = new Date(`${today}T02:00:00Z`);
    const fields = bookingFarmers.map(({ field }) => field);
    const limits = presets.tropical;
    const isStopped = await forecastStops(fields, { today, timeZone: 'Asia/Ho_Chi_Minh', limits, now });
    const made = largeBookings({ sessions } as CatalogFacts, today, isStopped).filter(({ day }) => day >= 0);
    expect(largeDemo.ordersOfDay.map((_, day) => made.filter((booking) => booking.day === day).length)).toEqual(largeDemo.ordersOfDay);
    const tomorrow = made.filter(({ day }) => day === 1);
    const stopped = tomorrow.filter(({ farmer, session }) => {
      const field = farmers.get(farmer)?.field;
      return field !== undefined && isStopped(field, addDays(today, 1), [...sessions.values()][session] as SpraySession);
    });
    expect(stopped).toHaveLength(largeDemo.stoppedTomorrow);
    expect(tomorrow.filter(({ farmer }) => farmers.get(farmer)?.isUnreachable)).toHaveLength(largeDemo.unreachableTomorrow);
    const perSession = new Map<string, number>();
    for (const { day, session } of made) perSession.set(`${day} ${session}`, (perSession.get(`${day} ${session}`) ?? 0) + 1);
    expect(Math.max(...perSession.values())).toBeLessThanOrEqual(largeDemo.capacity);
  },
);

test('when people are made, then names of accounts and phone numbers are unique', () => {
  const everybody = [...demoPeople, ...crowd];
  expect(new Set(everybody.map(({ name }) => name)).size).toBe(everybody.length);
  expect(new Set(everybody.map(({ phoneNumber }) => phoneNumber)).size).toBe(everybody.length);
});
