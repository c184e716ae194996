import { AppError } from '../errors.ts';
import { type CrewMember, hasSenior } from './crew-rules.ts';
import { compare, compareIds, distanceKm, type Point, type Stop } from './distance-rules.ts';

export interface Candidate extends CrewMember {
  /** Has another job in the session in question. */
  busy: boolean;
  /** In the week of the order, without the order itself. */
  jobsThatWeek: number;
  /** The other jobs of that day. */
  stopsThatDay: readonly Stop[];
}

/** The field that needs a crew, and when. */
export interface Field extends Point {
  date: string;
  startTime: string;
}

export interface Suggestion {
  crew: readonly Candidate[];
  /** Jobs of whoever of them has most. */
  jobs: number;
  /** An apprentice of the crew who has had no job that week. */
  newcomer: Candidate | undefined;
  /** The longest way between this field and a job just before or after it; undefined: they have no other that day. */
  leg: { distanceKm: number; startTime: string } | undefined;
}

export const maxSuggestions = 20;

/** How far away someone with no other job that day counts: nearer jobs are a point for a crew, farther ones against it. */
export const defaultDistanceKm = 10;

/** Every legal crew of those who are free: one or two, with someone of experience among them. */
export function legalCrews(candidates: readonly Candidate[]): Candidate[][] {
  const free = candidates.filter(({ busy }) => !busy);
  const pairs = free.flatMap((one, index) => free.slice(index + 1).map((other) => [one, other]));
  return [...free.map((one) => [one]), ...pairs].filter(hasSenior);
}

/** The best first: least work that week, then a newcomer's chance, then the shorter way, then the smaller crew. */
export function compareSuggestions(a: Suggestion, b: Suggestion): number {
  return (
    a.jobs - b.jobs ||
    Number(a.newcomer === undefined) - Number(b.newcomer === undefined) ||
    compare(a.leg?.distanceKm ?? defaultDistanceKm, b.leg?.distanceKm ?? defaultDistanceKm) ||
    a.crew.length - b.crew.length
  );
}

export function suggestCrews(candidates: readonly Candidate[], field: Field): Suggestion[] {
  const legs = new Map(candidates.map((candidate) => [candidate.id, longestLeg(candidate.stopsThatDay, field)]));
  const suggestions = legalCrews(candidates).map((crew) => suggestionFor(crew, legs));
  return suggestions.sort((a, b) => compareSuggestions(a, b) || compareMembers(a.crew, b.crew)).slice(0, maxSuggestions);
}

function suggestionFor(crew: readonly Candidate[], legs: ReadonlyMap<string, Suggestion['leg']>): Suggestion {
  const ways = crew.map(({ id }) => legs.get(id)).filter((leg) => leg !== undefined);
  return {
    // Whoever has experience is named first.
    crew: [...crew].sort((a, b) => Number(a.expertise === 'apprentice') - Number(b.expertise === 'apprentice') || compareIds(a.id, b.id)),
    jobs: Math.max(...crew.map(({ jobsThatWeek }) => jobsThatWeek)),
    newcomer: crew.find(({ expertise, jobsThatWeek }) => expertise === 'apprentice' && jobsThatWeek === 0),
    leg: ways.reduce<Suggestion['leg']>(
      (longest, way) => (longest !== undefined && longest.distanceKm >= way.distanceKm ? longest : way),
      undefined,
    ),
  };
}

function longestLeg(stops: readonly Stop[], field: Field): Suggestion['leg'] {
  const inOrder = [...stops].sort((a, b) => compare(a.startTime, b.startTime));
  const before = inOrder.filter(({ startTime }) => startTime <= field.startTime).at(-1);
  const after = inOrder.find(({ startTime }) => startTime > field.startTime);
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

/** Says why there is nobody to suggest. */
export function noLegalCrew(candidates: readonly Candidate[], { date, startTime }: Field): AppError {
  const free = candidates.filter(({ busy }) => !busy).map(({ name }) => name);
  const when = `on ${date} at ${startTime.slice(0, 5)}`;
  const why =
    candidates.length === 0
      ? 'There are no active sprayers.'
      : free.length === 0
        ? `Every sprayer has another job ${when}. Please choose another session, or free someone first.`
        : `Only apprentices are free ${when} (${free.slice(0, 5).join(', ')}${free.length > 5 ? ', …' : ''}), and they may work only with an adept or an expert.`;
  return new AppError('NO_CREW_FREE', why);
}
