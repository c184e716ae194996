import type { Shape } from '../api/client.ts';

type Window = Pick<Shape<'SprayWindow'>, 'date' | 'verdict'> & { session: { id: number } };

/** The times whose window is not STOP. Beyond the forecast, and without one, all. */
export function withoutStop<T extends { date: string; session: { id: number } }>(times: readonly T[], windows: readonly Window[]): T[] {
  const keyOf = ({ date, session }: { date: string; session: { id: number } }) => `${date} ${session.id}`;
  const stopped = new Set(windows.filter(({ verdict }) => verdict === 'STOP').map(keyOf));
  return times.filter((time) => !stopped.has(keyOf(time)));
}
