import type { Place, PlanDay, PlanSettings } from './model.ts';

export const earthRadiusMetres = 6_371_008.8;

/** Rounded great-circle distance times the detour factor. */
export function legMetres(from: Place, to: Place, settings: PlanSettings): number {
  const radians = Math.PI / 180;
  const latitude = (to.latitude - from.latitude) * radians;
  const longitude = (to.longitude - from.longitude) * radians;
  const h =
    Math.sin(latitude / 2) ** 2 + Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(longitude / 2) ** 2;
  return Math.round(2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h))) * settings.detourFactor);
}

export const legMinutes = (metres: number, settings: PlanSettings): number => (metres / 1000 / settings.speedKmh) * 60;

/** The leg between two orders of the day: from the routing server if it has one. */
export function legBetweenOrders({ orders, settings, travel }: PlanDay, from: number, to: number): { metres: number; minutes: number } {
  const metres = travel?.metres[from]?.[to];
  const minutes = travel?.minutes[from]?.[to];
  if (metres != null && minutes != null && Number.isFinite(metres) && Number.isFinite(minutes))
    return { metres: Math.round(metres), minutes };
  const leg = legMetres((orders[from] as PlanDay['orders'][number]).place, (orders[to] as PlanDay['orders'][number]).place, settings);
  return { metres: leg, minutes: legMinutes(leg, settings) };
}

/** The day with some of its orders, and their legs. */
export function withOrdersAt({ travel, ...day }: PlanDay, kept: readonly number[]): PlanDay {
  const part: PlanDay = { ...day, orders: kept.map((at) => day.orders[at] as PlanDay['orders'][number]) };
  if (travel === undefined) return part;
  const nodes = [...kept, ...day.sprayers.map((_, at) => day.orders.length + at)];
  const pick = (table: number[][]): number[][] => nodes.map((from) => nodes.map((to) => table[from]?.[to] ?? Number.NaN));
  return { ...part, travel: { metres: pick(travel.metres), minutes: pick(travel.minutes) } };
}

export interface Travel {
  /** Index of each sprayer's base; sprayers with the same base share it. */
  baseOf: Int32Array;
  metres(fromOrder: number, toOrder: number): number;
  minutes(fromOrder: number, toOrder: number): number;
  /** Metres from the base to each order, by base. */
  fromBase: Float64Array[];
  toBase: Float64Array[];
  /** Metres of all legs between orders, row by row. */
  table: Float64Array;
}

/** Legs between all places of the day. */
export function travelOf(day: PlanDay): Travel {
  const { orders, sprayers, settings, travel } = day;
  const count = orders.length;
  const given = (from: number, to: number): { metres: number; minutes: number } | undefined => {
    const metres = travel?.metres[from]?.[to];
    const minutes = travel?.minutes[from]?.[to];
    if (metres === undefined || minutes === undefined || !Number.isFinite(metres) || !Number.isFinite(minutes)) return undefined;
    return { metres: Math.round(metres), minutes };
  };
  const placeOf = (order: number): Place => (orders[order] as PlanDay['orders'][number]).place;
  const table = new Float64Array(count * count);
  const minutes = new Float64Array(count * count);
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) {
      if (from === to) continue;
      const leg = given(from, to);
      const metres = leg?.metres ?? legMetres(placeOf(from), placeOf(to), settings);
      table[from * count + to] = metres;
      minutes[from * count + to] = leg?.minutes ?? legMinutes(metres, settings);
    }
  }
  const bases = new Map<string, number>();
  const fromBase: Float64Array[] = [];
  const toBase: Float64Array[] = [];
  const baseOf = Int32Array.from(sprayers, ({ base }, at) => {
    const there = Float64Array.from(orders, ({ place }, order) => given(count + at, order)?.metres ?? legMetres(base, place, settings));
    const back = Float64Array.from(orders, ({ place }, order) => given(order, count + at)?.metres ?? legMetres(place, base, settings));
    const key = `${there.join()}|${back.join()}`;
    const known = bases.get(key);
    if (known !== undefined) return known;
    fromBase.push(there);
    toBase.push(back);
    bases.set(key, bases.size);
    return bases.size - 1;
  });
  return {
    ...{ baseOf, fromBase, toBase, table },
    metres: (from, to) => table[from * count + to] ?? 0,
    minutes: (from, to) => minutes[from * count + to] ?? 0,
  };
}
