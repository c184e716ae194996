import { expect, test } from 'vitest';
import { defaultSettings } from '../dispatch/planner/model.ts';
import { type PlannedDay, rankSlots } from './rank-slots.ts';

const base = { latitude: 10.5, longitude: 105.4 };
/** A place so many kilometres north of the base. */
const at = (km: number) => ({ latitude: base.latitude + km / 111.195, longitude: base.longitude });
const sessions = [
  { id: 'a', startMinute: 300, endMinute: 360 },
  { id: 'b', startMinute: 390, endMinute: 450 },
];
const nobody: PlannedDay = { date: '2026-11-18', routes: [], withoutCrew: [] };
const idle = { isSenior: true, base, stops: [] };
const rank = (days: PlannedDay[], isFree = (_date: string, _session: string) => true) =>
  rankSlots(days, sessions, defaultSettings, at(10), base, isFree);

test('when a crew works nearby in one session, then the other session of its block is the best time', () => {
  const busy = { isSenior: true, base, stops: [{ sessionId: 'a', place: at(9) }] };
  const [first, second] = rank([{ date: '2026-11-18', routes: [busy, idle], withoutCrew: [] }]);
  expect(first).toMatchObject({ sessionId: 'b', rank: 1, isBest: true });
  expect(first?.extraMetres).toBeLessThan(3000);
  expect(second).toMatchObject({ sessionId: 'a', rank: 2, isBest: false, extraMetres: 26_000 });
});

test('when an order nearby has no crew yet, then its day is good as well, but not its own session if one person is left', () => {
  const day: PlannedDay = { date: '2026-11-18', routes: [idle], withoutCrew: [{ sessionId: 'a', place: at(9) }] };
  expect(rank([day])).toMatchObject([
    { sessionId: 'b', rank: 1, isBest: true },
    { sessionId: 'a', rank: null, isBest: false, extraMetres: null },
  ]);
});

test('when times cost the same, then the earlier one comes first, and none is the best one', () => {
  const days = [
    { ...nobody, date: '2026-11-19', routes: [idle] },
    { ...nobody, routes: [idle] },
  ];
  expect(rank(days).map(({ date, sessionId, isBest }) => `${date} ${sessionId} ${isBest}`)).toEqual([
    '2026-11-18 a false',
    '2026-11-18 b false',
    '2026-11-19 a false',
    '2026-11-19 b false',
  ]);
});

test('when a time is full, then it is left out; when nobody works, then no time has a rank', () => {
  expect(rank([nobody], (_, session) => session === 'b')).toEqual([
    { date: '2026-11-18', sessionId: 'b', extraMetres: null, rank: null, isBest: false },
  ]);
});

test('when very many times are near, then six of them are the best ones', () => {
  const busy = { isSenior: true, base, stops: [{ sessionId: 'a', place: at(9) }] };
  const days = Array.from({ length: 9 }, (_, n) => ({ date: `2026-11-1${n}`, routes: [busy, idle], withoutCrew: [] }));
  expect(rank(days).filter(({ isBest }) => isBest)).toHaveLength(6);
});

test('when the place is on the way, then the extra way is 0 and not less, wherever the legs are rounded', () => {
  for (let n = 0; n < 200; n++) {
    const far = at(20 + n / 1000);
    const day = { ...nobody, routes: [{ isSenior: true, base, stops: [{ sessionId: 'a', place: far }] }] };
    const [on] = rankSlots([day], sessions, defaultSettings, at(10 + n / 1700), base, () => true);
    expect([0, 1]).toContain(on?.extraMetres);
  }
});
