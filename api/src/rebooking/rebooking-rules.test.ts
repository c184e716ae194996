import { describe, expect, test } from 'vitest';
import { fc } from '../../test/seeded-fast-check.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import {
  type Assignment,
  assignPlaces,
  type CostParts,
  checkOpen,
  checkUndoable,
  costs,
  datesFor,
  type FreePlace,
  nameCrews,
  noCost,
  placeCost,
  type StoredRebooking,
  totalCost,
} from './rebooking-rules.ts';

const order = { id: '1', date: '2026-11-17', sessionId: '3', startTime: '06:00:00' };

describe('the cost of a place', () => {
  test.each<[string, string, string, Verdict, boolean, Partial<CostParts> | undefined]>([
    ['another session of the same half of the day', '2026-11-17', '07:00:00', 'GO', false, {}],
    ['the other half of the day', '2026-11-17', '16:00:00', 'GO', false, { halfDay: 3 }],
    ['two days later', '2026-11-19', '06:00:00', 'GO', false, { delay: 20 }],
    ['a day earlier', '2026-11-16', '06:00:00', 'GO', false, { delay: 10 }],
    ['CAUTION', '2026-11-18', '06:00:00', 'CAUTION', false, { delay: 10, weather: 4 }],
    ['UNKNOWN', '2026-11-18', '06:00:00', 'UNKNOWN', false, { delay: 10, weather: 2 }],
    ['the crew is lost', '2026-11-18', '17:00:00', 'GO', true, { delay: 10, halfDay: 3, crew: 5 }],
    ['STOP', '2026-11-18', '06:00:00', 'STOP', false, undefined],
  ])('%s', (_, date, startTime, verdict, isCrewLost, expected) =>
    expect(placeCost(order, { date, startTime }, verdict, isCrewLost)).toEqual(expected && { ...noCost, ...expected }),
  );
});

const placesWith = (free: readonly number[]): FreePlace[] =>
  free.map((count, at) => ({ date: `2026-12-${String(at + 1).padStart(2, '0')}`, sessionId: '1', startTime: '06:00:00', free: count }));
const costOf = (amount: number): CostParts => ({ ...noCost, delay: amount });
const sumOf = (assignments: readonly Assignment[]) => assignments.reduce((sum, { cost }) => sum + totalCost(cost), 0);

/** The lowest total of all assignments, tried one after another; what the remaining orders cost with the same places left is tried once. */
function bruteForce(
  table: readonly (readonly (number | null)[])[],
  free: readonly number[],
  at = 0,
  tried = new Map<string, number>(),
): number {
  const row = table[at];
  if (row === undefined) return 0;
  const key = `${at} ${free}`;
  const known = tried.get(key);
  if (known !== undefined) return known;
  let lowest = costs.notPlaced + bruteForce(table, free, at + 1, tried);
  for (const [place, cost] of row.entries()) {
    if (cost === null || (free[place] as number) === 0) continue;
    const left = free.map((count, index) => (index === place ? count - 1 : count));
    lowest = Math.min(lowest, cost + bruteForce(table, left, at + 1, tried));
  }
  tried.set(key, lowest);
  return lowest;
}

describe('assigning orders to places', () => {
  test('when up to ten orders and any places are given, then the total equals that of trying everything, and no place is overfull', () => {
    const table = fc
      .tuple(fc.integer({ min: 1, max: 10 }), fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }))
      .chain(([orders, free]) =>
        fc.record({
          free: fc.constant(free),
          table: fc.array(
            fc.array(fc.option(fc.integer({ min: 0, max: 90 }), { freq: 4 }), { minLength: free.length, maxLength: free.length }),
            { minLength: orders, maxLength: orders },
          ),
        }),
      );
    fc.assert(
      fc.property(table, ({ free, table }) => {
        const places = placesWith(free);
        const found = assignPlaces(table, places, (row, place) => {
          const cost = row[places.indexOf(place)];
          return cost == null ? undefined : costOf(cost);
        });
        expect(sumOf(found)).toBe(bruteForce(table, free));
        for (const [at, { free: limit }] of places.entries())
          expect(found.filter(({ placeAt }) => placeAt === at).length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 150 },
    );
  });

  test('when orders share crews, then the total with the crews lost equals that of trying everything', () => {
    const places = placesWith([2, 2, 3]);
    const entry = fc.record({
      crew: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
      costs: fc.array(fc.option(fc.integer({ min: 0, max: 12 }), { freq: 5 }), { minLength: 3, maxLength: 3 }),
    });
    const totalOf = (
      entries: readonly { crew: string | undefined; costs: readonly (number | null)[] }[],
      chosen: readonly (number | undefined)[],
    ) => {
      const kept = new Set<string>();
      return entries.reduce((sum, { crew, costs: row }, index) => {
        const place = chosen[index];
        if (place === undefined) return sum + costs.notPlaced;
        const isLost = crew !== undefined && kept.has(`${crew} ${place}`);
        kept.add(`${crew} ${place}`);
        return sum + (row[place] as number) + (isLost ? costs.crewLost : 0);
      }, 0);
    };
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
        let lowest = Infinity;
        const tryFrom = (chosen: (number | undefined)[]): void => {
          const row = entries[chosen.length]?.costs;
          if (row === undefined) {
            lowest = Math.min(lowest, totalOf(entries, chosen));
            return;
          }
          for (const place of [undefined, 0, 1, 2])
            if (place === undefined || (row[place] !== null && chosen.filter((one) => one === place).length < (places[place]?.free ?? 0)))
              tryFrom([...chosen, place]);
        };
        tryFrom([]);
        const found = assignPlaces(
          entries,
          places,
          ({ costs: row }, place) => {
            const cost = row[places.indexOf(place)];
            return cost == null ? undefined : costOf(cost);
          },
          ({ crew }) => crew,
        );
        expect(
          totalOf(
            entries,
            found.map(({ placeAt }) => placeAt),
          ),
        ).toBe(lowest);
      }),
      { numRuns: 100 },
    );
  });

  test('when crews share a sprayer, directly or over others, then they have one name', () => {
    const [a, b, c, d, none] = nameCrews([['1', '2'], ['3'], ['4'], ['2', '3'], []]);
    expect([a === b, b === d, a === c, none]).toEqual([true, true, false, undefined]);
  });

  test('when a greedy choice would leave one order without a place, then both are placed', () => {
    const table = [
      [0, 10],
      [0, null],
    ];
    const places = placesWith([1, 1]);
    const found = assignPlaces(table, places, (row, place) => {
      const cost = row[places.indexOf(place)];
      return cost == null ? undefined : costOf(cost);
    });
    expect(found.map(({ placeAt }) => placeAt)).toEqual([1, 0]);
  });

  test('when places cost the same, then the earliest are used', () => {
    const found = assignPlaces([1, 2], placesWith([0, 1, 1, 1]), () => costOf(5));
    expect(found.map(({ placeAt }) => placeAt).sort()).toEqual([1, 2]);
  });

  test('when an order gets no place, then the reason is known', () => {
    const reasonOf = (found: Assignment[]) => found.map((one) => ('unplaced' in one ? one.unplaced : 'placed'));
    expect(reasonOf(assignPlaces([1], placesWith([0]), () => costOf(0)))).toEqual(['NO_FREE_PLACE']);
    expect(reasonOf(assignPlaces([1], placesWith([1]), () => undefined))).toEqual(['WEATHER']);
    expect(reasonOf(assignPlaces([1, 2], placesWith([1]), (id) => costOf(id)))).toEqual(['placed', 'OTHERS_FIRST']);
  });

  test('when orders are months apart, then each is compared with the places around its own date only', () => {
    expect(datesFor('2026-11-17', '2026-11-15', 7)).toEqual({ from: '2026-11-15', to: '2026-11-24' });
    expect(datesFor('2027-10-01', '2026-11-15', 7)).toEqual({ from: '2027-09-24', to: '2027-10-08' });
    expect(datesFor('2026-11-10', '2026-11-15', 7)).toEqual({ from: '2026-11-15', to: '2026-11-22' });
    const compared: [number, number][] = [];
    const places = placesWith([1, 1, 1, 1]);
    const found = assignPlaces(
      [0, 3, 9],
      places,
      (order, place) => {
        compared.push([order, places.indexOf(place)]);
        return costOf(1);
      },
      () => 'one crew',
      (order, place) => Math.abs(order - places.indexOf(place)) <= 1,
    );
    expect(found).toMatchObject([{ placeAt: 0 }, { placeAt: 2 }, { placeAt: undefined, unplaced: 'NO_FREE_PLACE' }]);
    expect(compared).toEqual([
      [0, 0],
      [0, 1],
      [3, 2],
      [3, 3],
    ]);
    // A place that costs more than none is not used, but it is not the weather that stops the order.
    expect(assignPlaces([1], placesWith([1]), () => costOf(costs.notPlaced + 1))).toMatchObject([
      { placeAt: undefined, unplaced: 'OTHERS_FIRST' },
    ]);
  });

  test('when 200 orders compete for the places of a week, then every place is used', () => {
    const places = placesWith(Array.from({ length: 48 }, (_, at) => at % 5));
    const orders = Array.from({ length: 200 }, (_, at) => at);
    const found = assignPlaces(orders, places, (at, place) => costOf((places.indexOf(place) * 7 + at * 13) % 97));
    const free = places.reduce((sum, place) => sum + place.free, 0);
    expect(found.filter(({ placeAt }) => placeAt !== undefined)).toHaveLength(Math.min(200, free));
  });
});

describe('applying and undoing', () => {
  const appliedAt = new Date('2026-11-17T03:00:00Z');
  const stored: StoredRebooking = { id: '1', state: 'applied', reason: '', appliedAt, isAnswered: false };
  const after = (hours: number) => new Date(appliedAt.getTime() + hours * 3_600_000);
  const code = (run: () => void) => {
    try {
      run();
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('when a proposal is not open, then it cannot be applied', () => {
    expect(code(() => checkOpen({ ...stored, state: 'proposed' }))).toBeUndefined();
    for (const state of ['applied', 'undone', 'replaced'] as const)
      expect(code(() => checkOpen({ ...stored, state }))).toBe('PROPOSAL_CLOSED');
  });

  test('when it is undone, then only within two hours, once, and before an answer', () => {
    expect(code(() => checkUndoable(stored, after(2)))).toBeUndefined();
    expect(code(() => checkUndoable(stored, after(2.001)))).toBe('UNDO_EXPIRED');
    expect(code(() => checkUndoable({ ...stored, isAnswered: true }, after(0)))).toBe('CANNOT_UNDO');
    expect(code(() => checkUndoable({ ...stored, state: 'undone' }, after(0)))).toBe('ALREADY_UNDONE');
    expect(code(() => checkUndoable({ ...stored, state: 'proposed', appliedAt: null }, after(0)))).toBe('CANNOT_UNDO');
  });
});
