import type { Place, PlanDay, TravelMatrix } from '../dispatch/planner/model.ts';
import { readAnswer } from '../platform/outgoing/read-answer.ts';
import type { TravelSource } from './crew-plan-rules.ts';

export interface Travel {
  /** undefined: great-circle legs. */
  travel: TravelMatrix | undefined;
  source: TravelSource;
}

/** Where distances and travel times come from. */
export interface TravelTimes {
  read(day: PlanDay, signal: AbortSignal): Promise<Travel>;
}

/** Without a routing server. */
export const greatCircleTravel: TravelTimes = { read: async () => ({ travel: undefined, source: 'great_circle' }) };

/** Places per request: OSRM accepts 100 by default, sources and destinations together. */
const chunkSize = 50;
const defaultTimeoutMs = 5_000;
const concurrentRequests = 4;
/** Two tables of 100 by 100 numbers are about 300 kB. */
const maxAnswerBytes = 4_000_000;

interface TableAnswer {
  code?: unknown;
  distances?: unknown;
  durations?: unknown;
}

type Grid = (number | undefined)[][];

/**
 * Legs from a server with the OSRM `table` API. It never throws: if the server is slow, down or wrong, all legs are great-circle legs
 * (`fallback`); if it has no value for some legs, only these are (`partial`).
 */
export function osrmTravel(url: string, timeoutMs = defaultTimeoutMs): TravelTimes {
  return {
    async read(day, signal) {
      const places = [...day.orders.map(({ place }) => place), ...day.sprayers.map(({ base }) => base)];
      const distinct = [...new Map(places.map((place) => [keyOf(place), place])).values()];
      try {
        const { metres, minutes } = await readTable(url, distinct, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
        const index = new Map(distinct.map((place, at) => [keyOf(place), at]));
        const at = places.map((place) => index.get(keyOf(place)) ?? 0);
        const spread = (grid: Grid) => at.map((from) => at.map((to) => grid[from]?.[to] ?? Number.NaN));
        const travel = { metres: spread(metres), minutes: spread(minutes) };
        const isComplete = [travel.metres, travel.minutes].every((grid) => grid.every((row) => row.every(Number.isFinite)));
        return { travel, source: isComplete ? 'routing' : 'partial' };
      } catch (error) {
        if (signal.aborted) throw error;
        return { travel: undefined, source: 'fallback' };
      }
    },
  };
}

const keyOf = ({ latitude, longitude }: Place): string => `${longitude},${latitude}`;

async function readTable(url: string, places: readonly Place[], signal: AbortSignal): Promise<{ metres: Grid; minutes: Grid }> {
  const empty = (): Grid => places.map(() => Array<number | undefined>(places.length).fill(undefined));
  const tables = { metres: empty(), minutes: empty() };
  const starts = Array.from({ length: Math.ceil(places.length / chunkSize) }, (_, at) => at * chunkSize);
  const pairs = starts.flatMap((from) => starts.map((to) => ({ from, to })));
  const work = async (): Promise<void> => {
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) await readChunk(url, places, pair, tables, signal);
  };
  await Promise.all(Array.from({ length: concurrentRequests }, work));
  return tables;
}

async function readChunk(
  url: string,
  places: readonly Place[],
  { from, to }: { from: number; to: number },
  tables: { metres: Grid; minutes: Grid },
  signal: AbortSignal,
): Promise<void> {
  const sources = places.slice(from, from + chunkSize);
  const destinations = places.slice(to, to + chunkSize);
  const all = from === to ? sources : [...sources, ...destinations];
  const positions = (count: number, offset: number) => Array.from({ length: count }, (_, at) => at + offset).join(';');
  const query = new URLSearchParams({
    annotations: 'duration,distance',
    sources: positions(sources.length, 0),
    destinations: positions(destinations.length, from === to ? 0 : sources.length),
  });
  const path = `/table/v1/driving/${all.map(keyOf).join(';')}`;
  const response = await fetch(`${url.replace(/\/$/, '')}${path}?${query}`, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the routing server answered ${response.status}`);
  }
  const answer = JSON.parse((await readAnswer(response, maxAnswerBytes)).toString()) as TableAnswer;
  if (answer.code !== 'Ok') throw new Error('the routing server has no table');
  copy(answer.distances, tables.metres, from, to, sources.length, destinations.length, (metres) => Math.round(metres));
  copy(answer.durations, tables.minutes, from, to, sources.length, destinations.length, (seconds) => seconds / 60);
}

/** Values that are missing, negative or no numbers are left out. */
function copy(
  grid: unknown,
  into: Grid,
  from: number,
  to: number,
  rows: number,
  columns: number,
  convert: (value: number) => number,
): void {
  if (!Array.isArray(grid) || grid.length !== rows) throw new Error('the routing server sent a table of another size');
  for (const [row, values] of grid.entries()) {
    if (!Array.isArray(values) || values.length !== columns) throw new Error('the routing server sent a table of another size');
    for (const [column, value] of values.entries()) {
      const target = into[from + row];
      if (target !== undefined && typeof value === 'number' && Number.isFinite(value) && value >= 0) target[to + column] = convert(value);
    }
  }
}
