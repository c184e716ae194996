import type { Shape } from '../../api/client.ts';

type SprayerWeek = Shape<'SprayerWeek'>;
type Order = Pick<Shape<'Order'>, 'id' | 'date' | 'session'>;

export type CrewProblem =
  | { kind: 'none' }
  | { kind: 'needs_senior'; names: string[] }
  | { kind: 'busy'; name: string; place: string }
  | { kind: 'absent'; name: string };

/** Checks a crew by the rules of the service before it is sent. */
export function crewProblems(crew: readonly SprayerWeek[], { id, date, session }: Order, absentIds: readonly number[] = []): CrewProblem[] {
  if (crew.length === 0) return [{ kind: 'none' }];
  const problems: CrewProblem[] = [];
  if (crew.every(({ sprayer }) => sprayer.expertise === 'apprentice'))
    problems.push({ kind: 'needs_senior', names: crew.map(({ sprayer }) => sprayer.fullName) });
  for (const { sprayer, days } of crew) {
    const jobs = days.find((day) => day.date === date)?.orders ?? [];
    const other = jobs.find((job) => job.session.id === session.id && job.id !== id && job.orderStatus !== 'cancelled');
    if (absentIds.includes(sprayer.id)) problems.push({ kind: 'absent', name: sprayer.fullName });
    if (other !== undefined) problems.push({ kind: 'busy', name: sprayer.fullName, place: other.location });
  }
  return problems;
}
