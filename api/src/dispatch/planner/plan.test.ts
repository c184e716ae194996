import { describe, expect, test } from 'vitest';
import { plannerTestSizes } from '../../../test/planner-test-sizes.ts';
import { checkPlan } from './checker.ts';
import { cheapestByEnumeration } from './enumeration.ts';
import { type DayPlan, defaultOptions, type PlanDay } from './model.ts';
import { plan } from './plan.ts';
import { type Complications, complicate, drawFrom, noComplications, sampleDay } from './sample-day.ts';

const everything: Complications = {
  ...{ previousCrews: 0.5, pins: 0.25, farmerBans: 0.3, pairBans: 0.3 },
  ...{ absences: 0.3, limits: 0.3, unlicensed: 0.1, ownBases: 0.3 },
};

/** At most 7 orders and 6 sprayers; complications in two of three days. */
function smallDay(seed: number): PlanDay {
  const draw = drawFrom(seed * 7919 + 1);
  const orders = 1 + Math.floor(draw() * 7);
  const day = sampleDay(orders, 1 + Math.floor(draw() * 6), seed);
  // Few sessions: otherwise nobody would compete for anything.
  const sessions = day.sessions.slice(Math.floor(draw() * 3), 3 + Math.floor(draw() * 4));
  const narrowed = {
    ...day,
    sessions,
    orders: day.orders.map((order, at) => ({ ...order, sessionId: sessions[at % sessions.length]?.id ?? '' })),
  };
  return seed % 3 === 0 ? narrowed : complicate(narrowed, everything, seed);
}

const crewsOf = ({ orders }: DayPlan): string[][] => orders.map(({ crew }) => crew);

describe('when a day is small enough to try every plan', () => {
  test('then the plan costs as little as the best of them and is proven optimal', { timeout: 600_000 }, async () => {
    let compared = 0;
    for (let seed = 1; compared < plannerTestSizes.smallDays; seed++) {
      const day = smallDay(seed);
      const cheapest = cheapestByEnumeration(day, 30_000);
      if (cheapest === undefined) continue;
      compared++;
      const result = await plan(day, defaultOptions);
      const checked = checkPlan(day, crewsOf(result));
      expect(checked.problems, `seed ${seed}`).toEqual([]);
      expect({ seed, cost: result.cost.total, bound: result.lowerBound, status: result.status }).toEqual({
        ...{ seed, cost: cheapest, bound: cheapest, status: 'optimal' },
      });
      expect(checked.cost).toEqual(result.cost);
    }
  });
});

describe('when a day of the benchmark is planned', () => {
  test.each([
    [12, 10, 1, 394_056],
    [60, 40, 1, 1_915_550],
  ])('then %i orders and %i sprayers are proven optimal', async (orders, sprayers, seed, cost) => {
    const day = sampleDay(orders, sprayers, seed);
    const result = await plan(day, defaultOptions);
    expect(result).toMatchObject({ status: 'optimal', gap: 0, lowerBound: cost, minOrdersWithoutCrew: 0, unplaced: [] });
    expect(checkPlan(day, crewsOf(result))).toEqual({ problems: [], cost: result.cost });
    const driven = result.routes.reduce((sum, { metres }) => sum + metres, 0);
    expect(driven).toBe(result.cost.distance);
  });

  test('then the same day gives the same bytes, and progress only improves', async () => {
    const day = complicate(sampleDay(24, 14, 5), everything, 5);
    const costs: number[] = [];
    const bounds: number[] = [];
    const first = await plan(day, defaultOptions, ({ cost, lowerBound }) => {
      costs.push(cost);
      bounds.push(lowerBound);
    });
    const second = await plan(structuredClone(day), defaultOptions);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(structuredClone(first)).toEqual(first);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
  });

  test('then no alternative is cheaper than the plan', async () => {
    const result = await plan(sampleDay(24, 20, 2), defaultOptions);
    expect(result.orders.every(({ alternative }) => alternative === undefined || alternative.extraCost >= 0)).toBe(true);
    expect(result.orders.every(({ crew, reasons }) => crew.length > 0 && reasons.length > 0)).toBe(true);
  });
});

describe('when the search is stopped', () => {
  test('then a cancelled plan is legal and says its gap', async () => {
    const day = sampleDay(60, 40, 1);
    const result = await plan(day, defaultOptions, undefined, () => true);
    expect(checkPlan(day, crewsOf(result)).problems).toEqual([]);
    expect(result.status).toBe('limit');
    expect(result.gap).toBeGreaterThan(0);
  });
});

describe('when people become ill in a planned day', () => {
  test('then few crews change, and the absent person has no job', async () => {
    const day = sampleDay(30, 24, 4);
    const before = await plan(day, defaultOptions);
    const ill = before.routes[0]?.sprayerId ?? '';
    const jobs = before.routes[0]?.jobs ?? 0;
    const changed: PlanDay = {
      ...day,
      orders: day.orders.map((order, at) => ({ ...order, previousCrew: before.orders[at]?.crew ?? [] })),
      sprayers: day.sprayers.map((sprayer) =>
        sprayer.id === ill ? { ...sprayer, absentSessionIds: day.sessions.map(({ id }) => id) } : sprayer,
      ),
    };
    const after = await plan(changed, defaultOptions);
    const moved = after.orders.filter(({ crew }, at) => crew.join() !== before.orders[at]?.crew.join());
    expect(after.orders.some(({ crew }) => crew.includes(ill))).toBe(false);
    expect(moved.length).toBeGreaterThanOrEqual(jobs);
    expect(moved.length).toBeLessThanOrEqual(jobs + 2);
  });
});

describe('when two sessions each have two large orders and three people', () => {
  test('then one order of each is proven to stay without a crew, and its conflict names the orders of its session only', async () => {
    const { sessions, ...rest } = sampleDay(4, 3, 1);
    const [morning, evening] = [sessions[0], sessions.at(-1)] as [PlanDay['sessions'][number], PlanDay['sessions'][number]];
    const day: PlanDay = {
      ...rest,
      sessions,
      orders: rest.orders.map((order, at) => ({ ...order, area: 20, sessionId: at < 2 ? morning.id : evening.id })),
      sprayers: rest.sprayers.map((sprayer) => ({ ...sprayer, expertise: 'adept' })),
    };
    const result = await plan(day, defaultOptions);
    expect(result).toMatchObject({ status: 'optimal', minOrdersWithoutCrew: 2 });
    expect(result.unplaced.map(({ conflict, isMinimal }) => ({ kinds: conflict.map(({ kind }) => kind), isMinimal }))).toEqual(
      Array(2).fill({
        kinds: ['order-needs-crew', 'order-needs-crew', 'needs-pair', 'needs-pair', 'one-job-per-session'],
        isMinimal: true,
      }),
    );
  });
});

describe('when the office edits a day again and again', () => {
  test('then plans never move a pin or break a rule', { timeout: 600_000 }, async () => {
    const draw = drawFrom(20_261_117);
    let day = complicate(sampleDay(6, 5, 9), { ...noComplications, previousCrews: 0.5 }, 9);
    for (let edit = 1; edit <= plannerTestSizes.edits; edit++) {
      day = randomEdit(day, draw);
      const result = await plan(day, defaultOptions);
      expect(checkPlan(day, crewsOf(result)), `edit ${edit}`).toEqual({ problems: [], cost: result.cost });
      day = { ...day, orders: day.orders.map((order, at) => ({ ...order, previousCrew: result.orders[at]?.crew ?? [] })) };
    }
  });
});

function randomEdit(day: PlanDay, draw: () => number): PlanDay {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const order = pick(day.orders);
  const sprayer = pick(day.sprayers);
  const changeOrder = (change: Partial<PlanDay['orders'][number]>): PlanDay => ({
    ...day,
    orders: day.orders.map((other) => (other.id === order.id ? { ...other, ...change } : other)),
  });
  const changeSprayer = (change: Partial<PlanDay['sprayers'][number]>): PlanDay => ({
    ...day,
    sprayers: day.sprayers.map((other) => (other.id === sprayer.id ? { ...other, ...change } : other)),
  });
  switch (Math.floor(draw() * 7)) {
    case 0:
      return changeOrder({ pin: { kind: 'person', sprayerId: sprayer.id } });
    case 1:
      return changeOrder({ pin: { kind: 'crew', sprayerIds: order.previousCrew.length > 0 ? order.previousCrew : [sprayer.id] } });
    case 2: {
      const { pin: _, ...rest } = order;
      return { ...day, orders: day.orders.map((other) => (other.id === order.id ? rest : other)) };
    }
    case 3:
      return changeOrder({ sessionId: pick(day.sessions).id, area: 3 + Math.floor(draw() * 27) });
    case 4:
      return changeSprayer({ absentSessionIds: draw() < 0.5 ? [] : [pick(day.sessions).id] });
    case 5:
      return changeSprayer({ maxJobs: 1 + Math.floor(draw() * 4), otherJobsInWeek: Math.floor(draw() * 4) });
    default: {
      const other = pick(day.sprayers);
      const ban =
        draw() < 0.5
          ? ({ id: 'b1', kind: 'farmer', sprayerId: sprayer.id, farmerId: order.farmerId } as const)
          : ({ id: 'b2', kind: 'pair', sprayerIds: [sprayer.id, other.id] as [string, string] } as const);
      return { ...day, bans: [...day.bans.filter(({ id }) => id !== ban.id), ban] };
    }
  }
}
