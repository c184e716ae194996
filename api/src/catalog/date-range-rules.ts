import { invalid } from '../errors.ts';

/** Both dates are included. */
export interface DateRange {
  from: string;
  to: string;
}

export const maxSpanDays = 366;
export const maxDaysAhead = 731;

/** `latest`: the last date that is not too far ahead; `longest`: the last date of the longest range from this beginning. */
export interface SpanLimits {
  today: string;
  latest: string;
  longest: string;
}

/** Throws unless the range of a closure or an absence ends today or later, is short enough, and is not too far ahead. */
export function checkSpan({ from, to }: DateRange, { today, latest, longest }: SpanLimits): void {
  const message =
    to < from
      ? 'must not be before from'
      : to < today
        ? `must be today (${today}) or later`
        : to > latest
          ? `must be at most ${maxDaysAhead} days ahead`
          : to > longest
            ? `must be at most ${maxSpanDays - 1} days after from`
            : undefined;
  if (message !== undefined) throw invalid({ path: 'to', message });
}

/** Throws if a session is unknown. */
export function checkSessions(sessionIds: readonly string[], known: ReadonlyMap<string, unknown>): void {
  const errors = sessionIds.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `sessionIds.${at}`, message: 'is not one of our sessions' }],
  );
  if (errors.length > 0) throw invalid(...errors);
}
