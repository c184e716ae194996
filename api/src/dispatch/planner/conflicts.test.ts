import { expect, test } from 'vitest';
import { plannerTestSizes } from '../../../test/planner-test-sizes.ts';
import { relax } from './conflict-facts.ts';
import { cheapestByEnumeration } from './enumeration.ts';
import { type ConflictFact, defaultOptions, type PlanDay } from './model.ts';
import { plan } from './plan.ts';
import { complicate, drawFrom, sampleDay } from './sample-day.ts';

/** Few people, and much that stands in the way. */
function scarceDay(seed: number): PlanDay {
  const draw = drawFrom(seed * 104_729 + 3);
  const day = sampleDay(2 + Math.floor(draw() * 3), 1 + Math.floor(draw() * 3), seed);
  const sessions = day.sessions.slice(0, 1 + Math.floor(draw() * 3));
  const narrowed = {
    ...day,
    sessions,
    orders: day.orders.map((order, at) => ({ ...order, sessionId: sessions[at % sessions.length]?.id ?? '' })),
  };
  const shares = { previousCrews: 0, pins: 0.3, farmerBans: 0.5, pairBans: 0.4, absences: 0.3, limits: 0.3, unlicensed: 0.2, ownBases: 0 };
  return complicate(narrowed, shares, seed);
}

/** Whether all orders that the facts contain can have a crew, by enumeration of all plans. */
function canMeet(day: PlanDay, facts: readonly ConflictFact[]): boolean {
  const { travel, ...relaxed } = relax(day, facts);
  const cheapest = cheapestByEnumeration({ ...relaxed, ...(travel === undefined ? {} : { travel }) }, 1e5);
  return cheapest !== undefined && cheapest < day.settings.weights.orderWithoutCrew / 2;
}

test('when an order gets no crew, then its conflict is real and minimal', { timeout: 600_000 }, async () => {
  let found = 0;
  for (let seed = 1; found < plannerTestSizes.infeasibleDays; seed++) {
    const day = scarceDay(seed);
    const { unplaced } = await plan(day, defaultOptions);
    if (unplaced.length > 0) found++;
    for (const { orderId, conflict, isMinimal, resolution } of unplaced) {
      const label = `seed ${seed}, ${orderId}: ${JSON.stringify(conflict)}`;
      expect(isMinimal, label).toBe(true);
      expect(conflict, label).toContainEqual({ kind: 'order-needs-crew', orderId });
      expect(canMeet(day, conflict), label).toBe(false);
      for (const fact of conflict) {
        if (fact.kind === 'one-job-per-session') continue;
        expect(
          canMeet(
            day,
            conflict.filter((other) => other !== fact),
          ),
          `${label} without ${JSON.stringify(fact)}`,
        ).toBe(true);
      }
      if (resolution !== undefined) expect(conflict).toContainEqual(resolution.fact);
    }
  }
});

test('when only the routing server knows that a field is far, then the conflict names that leg, and without it there is none', async () => {
  const sample = sampleDay(2, 1, 1);
  const [early, late] = sample.sessions as [PlanDay['sessions'][number], PlanDay['sessions'][number]];
  const place = sample.orders[0]?.place ?? { latitude: 10.5, longitude: 105.4 };
  const orders = sample.orders.map((order, at) => ({ ...order, place, area: 1, sessionId: at === 0 ? early.id : late.id }));
  const sprayers = sample.sprayers.map((sprayer) => ({ ...sprayer, expertise: 'expert' as const }));
  const day: PlanDay = { ...sample, orders, sprayers, settings: { ...sample.settings, toleranceMinutes: 60 } };
  expect((await plan(day, defaultOptions)).unplaced).toEqual([]);
  const minutes = [
    [0, 500, 1],
    [500, 0, 1],
    [1, 1, 0],
  ];
  const routed = { ...day, travel: { metres: minutes.map((row) => row.map((value) => value * 500)), minutes } };
  const { unplaced, cost } = await plan(routed, defaultOptions);
  expect(unplaced).toHaveLength(1);
  expect(unplaced[0]).toMatchObject({ isMinimal: true });
  expect(unplaced[0]?.conflict).toContainEqual(
    expect.objectContaining({ kind: 'unreachable', fromOrderId: orders[0]?.id, toOrderId: orders[1]?.id, travelMinutes: 500 }),
  );
  expect(cost.distance).toBe(1000);
});
