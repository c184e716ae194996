import { expect, test } from 'vitest';
import { insertionMetres, type StoredRoute } from './insertion.ts';
import { defaultSettings } from './model.ts';
import { sampleDay, sampleSessions } from './sample-day.ts';
import { legMetres } from './travel.ts';

const { orders, sprayers } = sampleDay(90, 90, 1);
const place = { latitude: 10.5, longitude: 105.5 };
const base = { latitude: 10.45, longitude: 105.45 };
const far = { latitude: 12, longitude: 107 };
const extra = (routes: StoredRoute[], sessionId = '5'): number | undefined =>
  insertionMetres(routes, sampleSessions, defaultSettings, place).get(sessionId);
const route = (stops: StoredRoute['stops'], isSenior = true): StoredRoute => ({ isSenior, base, stops });
const leg = (from: typeof base, to: typeof base): number => legMetres(from, to, defaultSettings);

test('when somebody has no jobs, then the extra way is there and back', () => {
  expect(extra([route([])])).toBe(leg(base, place) + leg(place, base));
});

test('when the order fits between two fields, then only the detour counts', () => {
  const near = { latitude: 10.49, longitude: 105.49 };
  const stops = [
    { sessionId: '4', place: near },
    { sessionId: '6', place: base },
  ];
  expect(extra([route(stops)])).toBe(leg(near, place) + leg(place, base) - leg(near, base));
});

test('when the block is another one, then the way begins and ends at the base', () => {
  expect(extra([route([{ sessionId: '16', place: far }])])).toBe(leg(base, place) + leg(place, base));
});

test('when nobody is free, senior and near enough, then there is no way', () => {
  expect(extra([route([{ sessionId: '5', place: base }])])).toBeUndefined();
  expect(extra([route([], false)])).toBeUndefined();
  expect(extra([route([{ sessionId: '4', place: far }])])).toBeUndefined();
  expect(extra([route([])], 'unknown')).toBeUndefined();
  expect(extra([{ ...route([]), absentSessionIds: ['5'] }])).toBeUndefined();
  expect(extra([{ ...route([{ sessionId: '16', place: base }]), maxJobs: 1 }])).toBeUndefined();
});

test('when 90 routes are stored, then the cheapest of them counts', () => {
  const routes = sprayers.map((sprayer, at): StoredRoute => {
    const order = orders[at] as (typeof orders)[number];
    return { isSenior: true, base: sprayer.base, stops: [{ sessionId: order.sessionId, place: order.place }] };
  });
  const each = routes.flatMap((one) => extra([one]) ?? []);
  expect(extra(routes)).toBe(Math.min(...each));
});

test('when places are anywhere on earth, then legs are those of the planner', () => {
  for (const { place: other } of orders) {
    const there = { latitude: -other.latitude * 7, longitude: other.longitude - 200 };
    const alone = insertionMetres([{ isSenior: true, base: there, stops: [] }], sampleSessions, defaultSettings, place).get('5') ?? 0;
    expect(Math.abs(alone - 2 * leg(there, place))).toBeLessThanOrEqual(2);
  }
});
