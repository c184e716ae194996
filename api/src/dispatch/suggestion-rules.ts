import { AppError } from '../errors.ts';
import { type Ban, breaksBan, type CrewMember, hasSenior, meetsPin, type Pin } from './crew-rules.ts';
import { compare, compareIds, distanceKm, type Point, type Stop } from './distance-rules.ts';

export interface Candidate extends CrewMember {
  /** Has another order in the session of the order, is absent, or has as many jobs that day as the limit allows. */
  busy: boolean;
  /** Number of orders in the week of the order, without the order itself. */
  jobsThatWeek: number;
  /** The other orders of that day. */
  stopsThatDay: readonly Stop[];
}

/** The field that needs a crew, and the time. */
export interface Field extends Point {
  date: string;
  startTime: string;
}

/** What the office has laid down for the crew of the order. */
export interface CrewConstraints {
  farmerId: string;
  pin: Pin | undefined;
  bans: readonly Ban[];
}

export interface Suggestion {
  crew: readonly Candidate[];
  /** Jobs that week of the member with the most jobs. */
  jobs: number;
  /** An apprentice of the crew without a job that week. */
  newcomer: Candidate | undefined;
  /** The longest distance between this field and a member's previous or next job; undefined: no other jobs that day. */
  leg: { distanceKm: number; startTime: string } | undefined;
}

export const maxSuggestions = 20;

/** The distance assumed for a crew without other jobs that day. */
export const defaultDistanceKm = 10;

/** All crews of one or two free sprayers with at least one adept or expert that keep the pin and the bans. */
export function legalCrews(candidates: readonly Candidate[], { farmerId, pin, bans }: CrewConstraints): Candidate[][] {
  const free = candidates.filter(({ busy }) => !busy);
  const pairs = free.flatMap((one, index) => free.slice(index + 1).map((other) => [one, other]));
  return [...free.map((one) => [one]), ...pairs].filter((crew) => {
    const ids = crew.map(({ id }) => id);
    return hasSenior(crew) && meetsPin(pin, ids) && !bans.some((ban) => breaksBan(ban, ids, farmerId));
  });
}

/** Sorts by fewest jobs that week, then crews with a newcomer, then shortest distance, then smallest crew. */
export function compareSuggestions(a: Suggestion, b: Suggestion): number {
  return (
    a.jobs - b.jobs ||
    Number(a.newcomer === undefined) - Number(b.newcomer === undefined) ||
    compare(a.leg?.distanceKm ?? defaultDistanceKm, b.leg?.distanceKm ?? defaultDistanceKm) ||
    a.crew.length - b.crew.length
  );
}

/** The best legal crews, at most maxSuggestions. */
export function suggestCrews(candidates: readonly Candidate[], field: Field, constraints: CrewConstraints): Suggestion[] {
  const legs = new Map(candidates.map((candidate) => [candidate.id, longestLeg(candidate.stopsThatDay, field)]));
  const suggestions = legalCrews(candidates, constraints).map((crew) => suggestionFor(crew, legs));
  return suggestions.sort((a, b) => compareSuggestions(a, b) || compareMembers(a.crew, b.crew)).slice(0, maxSuggestions);
}

function suggestionFor(crew: readonly Candidate[], legs: ReadonlyMap<string, Suggestion['leg']>): Suggestion {
  const crewLegs = crew.map(({ id }) => legs.get(id)).filter((leg) => leg !== undefined);
  return {
    // Adepts and experts are named first.
    crew: [...crew].sort((a, b) => Number(a.expertise === 'apprentice') - Number(b.expertise === 'apprentice') || compareIds(a.id, b.id)),
    jobs: Math.max(...crew.map(({ jobsThatWeek }) => jobsThatWeek)),
    newcomer: crew.find(({ expertise, jobsThatWeek }) => expertise === 'apprentice' && jobsThatWeek === 0),
    leg: crewLegs.reduce<Suggestion['leg']>(
      (longest, leg) => (longest !== undefined && longest.distanceKm >= leg.distanceKm ? longest : leg),
      undefined,
    ),
  };
}

function longestLeg(stops: readonly Stop[], field: Field): Suggestion['leg'] {
  const sorted = [...stops].sort((a, b) => compare(a.startTime, b.startTime));
  const before = sorted.filter(({ startTime }) => startTime <= field.startTime).at(-1);
  const after = sorted.find(({ startTime }) => startTime > field.startTime);
  const legs = [before, after]
    .filter((stop) => stop !== undefined)
    .map((stop) => ({ distanceKm: distanceKm(stop, field), startTime: stop.startTime }));
  return legs.sort((a, b) => b.distanceKm - a.distanceKm)[0];
}

function compareMembers(a: readonly Candidate[], b: readonly Candidate[]): number {
  for (const [index, { id }] of a.entries()) {
    const order = compareIds(id, b[index]?.id ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

/** The error that explains why there is no suggestion. */
export function noLegalCrew(candidates: readonly Candidate[], { date, startTime }: Field, constraints: CrewConstraints): AppError {
  const free = candidates.filter(({ busy }) => !busy).map(({ name }) => name);
  const when = `on ${date} at ${startTime.slice(0, 5)}`;
  const detail =
    candidates.length === 0
      ? 'There are no active sprayers.'
      : free.length === 0
        ? `Every sprayer has another job or is absent ${when}, or has enough jobs that day. Please choose another session, or free someone first.`
        : legalCrews(candidates, { ...constraints, pin: undefined, bans: [] }).length > 0
          ? `No crew that is free ${when} keeps ${constraints.pin === undefined ? 'the bans' : 'the pin of this order'}. Please change ${constraints.pin === undefined ? 'them' : 'it'}, choose another session, or free someone first.`
          : `Only apprentices are free ${when} (${free.slice(0, 5).join(', ')}${free.length > 5 ? ', …' : ''}), and they may work only with an adept or an expert.`;
  return new AppError('NO_CREW_FREE', detail);
}
