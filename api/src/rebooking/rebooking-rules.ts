import { AppError } from '../errors.ts';
import type { Verdict } from '../weather/spray-window-rules.ts';
import { FlowNetwork } from './min-cost-flow-rules.ts';

export const costs = { dayOfDelay: 10, otherHalfDay: 3, caution: 4, unknown: 2, crewLost: 5, notPlaced: 200 } as const;

/** Orders of one proposal. */
export const maxRebookedOrders = 300;
/** Farmers can answer by link for this long. */
export const answerHours = 24;
/** Until then, and until a farmer has answered, an applied proposal can be undone. */
export const undoHours = 2;

/** What a new place costs, by part. */
export interface CostParts {
  delay: number;
  halfDay: number;
  weather: number;
  crew: number;
  notPlaced: number;
}

export const noCost: CostParts = { delay: 0, halfDay: 0, weather: 0, crew: 0, notPlaced: 0 };
export const notPlacedCost: CostParts = { ...noCost, notPlaced: costs.notPlaced };
export const totalCost = ({ delay, halfDay, weather, crew, notPlaced }: CostParts): number => delay + halfDay + weather + crew + notPlaced;

/** A session on a date, with its free places. */
export interface FreePlace {
  date: string;
  sessionId: string;
  /** HH:mm:ss */
  startTime: string;
  free: number;
}

export interface OrderToPlace {
  id: string;
  date: string;
  sessionId: string;
  startTime: string;
}

const dayMs = 86_400_000;
const isMorning = (time: string): boolean => time < '12';

export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** undefined: the weather stops spraying there. A day earlier costs as much as a day later. */
export function placeCost(
  order: OrderToPlace,
  place: Pick<FreePlace, 'date' | 'startTime'>,
  verdict: Verdict,
  isCrewLost: boolean,
): CostParts | undefined {
  if (verdict === 'STOP') return undefined;
  return {
    delay: costs.dayOfDelay * Math.abs(daysBetween(order.date, place.date)),
    halfDay: isMorning(order.startTime) === isMorning(place.startTime) ? 0 : costs.otherHalfDay,
    weather: verdict === 'CAUTION' ? costs.caution : verdict === 'UNKNOWN' ? costs.unknown : 0,
    crew: isCrewLost ? costs.crewLost : 0,
    notPlaced: 0,
  };
}

const addDays = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Dates on which an order may get a new place: as many days before its own date as after it, but none that is over. */
export function datesFor(date: string, today: string, days: number): { from: string; to: string } {
  const from = addDays(date, -days);
  return { from: from > today ? from : today, to: addDays(date > today ? date : today, days) };
}

/**
 * Why an order has no new place: there was none free at all, the weather stops it at all that are free, others have taken those that suit,
 * or the office decided so.
 */
export const unplacedReasons = ['NO_FREE_PLACE', 'WEATHER', 'OTHERS_FIRST', 'BY_OFFICE'] as const;
export type UnplacedReason = (typeof unplacedReasons)[number];

export type Assignment = { placeAt: number; cost: CostParts } | { placeAt: undefined; cost: CostParts; unplaced: UnplacedReason };

// Of equally cheap assignments the one with the earliest places is chosen: positions are added to costs that are scaled up so far that the
// sum of all positions is less than one unit. Whole numbers, so that no rounding decides.
const costScale = 1_000_000;

/**
 * The cheapest assignment of orders to free places, exactly: a flow of one unit per order, over a place or over "not placed".
 * `costOf` answers undefined for a place that the order cannot use. `places` is in the order of preference. Of orders with the same
 * `crewOf` in one place, one keeps the crew and each of the others costs a lost crew, which the returned costs leave out. `isNear`: orders
 * of one proposal can be months apart, and each is compared only with the places around its own date.
 */
export function assignPlaces<O>(
  orders: readonly O[],
  places: readonly FreePlace[],
  costOf: (order: O, place: FreePlace) => CostParts | undefined,
  crewOf: (order: O) => string | undefined = () => undefined,
  isNear: (order: O, place: FreePlace) => boolean = () => true,
): Assignment[] {
  const usable = places.map((place, at) => ({ place, at })).filter(({ place }) => place.free > 0);
  const source = 0;
  const sink = 1;
  const unplacedNode = 2;
  const firstPlace = 3;
  const firstOrder = firstPlace + usable.length;
  const sharedCrews = new Set(repeated(orders.map(crewOf)));
  const network = new FlowNetwork(firstOrder + orders.length);
  network.addEdge(unplacedNode, sink, orders.length, costs.notPlaced * costScale);
  for (const [index, { place }] of usable.entries()) network.addEdge(firstPlace + index, sink, place.free, 0);
  const crewNodes = new Map<string, number>();
  const crewNodeAt = (crew: string, place: number): number => {
    const key = `${crew} ${place}`;
    let node = crewNodes.get(key);
    if (node === undefined) {
      node = network.addNode();
      crewNodes.set(key, node);
      network.addEdge(node, firstPlace + place, 1, 0);
      network.addEdge(node, firstPlace + place, orders.length, costs.crewLost * costScale);
    }
    return node;
  };
  const edges = orders.map((order, index) => {
    const node = firstOrder + index;
    const crew = crewOf(order);
    const sharedCrew = crew !== undefined && sharedCrews.has(crew) ? crew : undefined;
    network.addEdge(source, node, 1, 0);
    network.addEdge(node, unplacedNode, 1, 0);
    const candidates: { at: number; cost: CostParts; edge: number | undefined }[] = [];
    let isAnyNear = false;
    for (const [placeIndex, { place, at }] of usable.entries()) {
      if (!isNear(order, place)) continue;
      isAnyNear = true;
      const cost = costOf(order, place);
      if (cost === undefined) continue;
      // "Not placed" is cheaper: left out of the network.
      if (totalCost(cost) > costs.notPlaced) candidates.push({ at, cost, edge: undefined });
      else {
        const next = sharedCrew === undefined || cost.crew > 0 ? firstPlace + placeIndex : crewNodeAt(sharedCrew, placeIndex);
        candidates.push({ at, cost, edge: network.addEdge(node, next, 1, totalCost(cost) * costScale + at) });
      }
    }
    return { candidates, isAnyNear };
  });
  network.sendAll(source, sink);
  return edges.map(({ candidates, isAnyNear }): Assignment => {
    const chosen = candidates.find(({ edge }) => edge !== undefined && network.flowOf(edge) === 1);
    if (chosen !== undefined) return { placeAt: chosen.at, cost: chosen.cost };
    const unplaced = !isAnyNear ? 'NO_FREE_PLACE' : candidates.length === 0 ? 'WEATHER' : 'OTHERS_FIRST';
    return { placeAt: undefined, cost: notPlacedCost, unplaced };
  });
}

const repeated = (values: readonly (string | undefined)[]): string[] => {
  const known = values.filter((value) => value !== undefined);
  return [...new Set(known)].filter((value) => known.indexOf(value) !== known.lastIndexOf(value));
};

/** A name for each crew; crews that share a sprayer, directly or over others, have the same one. undefined: no crew. */
export function nameCrews(crews: readonly (readonly string[])[]): (string | undefined)[] {
  const nameOf = new Map<string, string>();
  for (const crew of crews) {
    const names = new Set(crew.map((id) => nameOf.get(id) ?? id));
    const [name] = names;
    if (name === undefined) continue;
    for (const id of crew) nameOf.set(id, name);
    for (const [id, old] of nameOf) if (names.has(old)) nameOf.set(id, name);
  }
  return crews.map(([first]) => (first === undefined ? undefined : nameOf.get(first)));
}

export const rebookingStates = ['proposed', 'applied', 'undone', 'replaced'] as const;
export type RebookingState = (typeof rebookingStates)[number];

export interface StoredRebooking {
  id: string;
  state: RebookingState;
  reason: string;
  appliedAt: Date | null;
  /** A farmer has answered. */
  isAnswered: boolean;
}

export const undoableUntil = (appliedAt: Date): Date => new Date(appliedAt.getTime() + undoHours * 3_600_000);
export const answerableUntil = (appliedAt: Date): Date => new Date(appliedAt.getTime() + answerHours * 3_600_000);

/** Throws unless the proposal is open: a proposal is applied once. */
export function checkOpen({ state }: StoredRebooking): void {
  if (state === 'proposed') return;
  const what = { applied: 'has been applied', undone: 'has been applied and undone', replaced: 'is out of date: there is a newer one' }[
    state
  ];
  throw new AppError('PROPOSAL_CLOSED', `This proposal ${what}. Nothing was changed.`);
}

export function checkUndoable({ state, appliedAt, isAnswered }: StoredRebooking, now: Date): void {
  if (state === 'undone') throw new AppError('ALREADY_UNDONE', 'This has been undone already.');
  if (state !== 'applied' || appliedAt === null)
    throw new AppError('CANNOT_UNDO', 'This proposal has not been applied, so there is nothing to undo.');
  if (isAnswered) throw new AppError('CANNOT_UNDO', 'A farmer has answered already. Please change the orders one by one.');
  if (now.getTime() > undoableUntil(appliedAt).getTime())
    throw new AppError('UNDO_EXPIRED', `This can be undone for ${undoHours} hours only. Please change the orders by hand.`);
}
