import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { CalendarDate } from '../platform/http/schemas.ts';
import { addDays } from '../platform/time/clock.ts';

/** Both dates inclusive, with the previous period of the same length for comparison. */
export interface Period {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

const defaultDays = 28;
export const maxDays = 366;

export const PeriodQuery = Type.Object({
  from: Type.Optional(
    CalendarDate({
      description: `First date, on the company's calendar; ${defaultDays - 1} days before the last date by default.`,
      example: '2026-10-19',
    }),
  ),
  to: Type.Optional(CalendarDate({ description: 'Last date; default: today.', example: '2026-11-15' })),
});

// Outside the dates of any order, with room for the previous period.
const earliest = '2000-01-01';
const latest = '9000-01-01';

const countDays = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export function readPeriod(query: { from?: string; to?: string }, today: string): Period {
  const { from: requestedFrom = earliest, to = requestedFrom > today ? requestedFrom : today } = query;
  if (requestedFrom < earliest) throw invalid({ path: 'from', message: `must be ${earliest} or later` });
  if (to < earliest || to > latest) throw invalid({ path: 'to', message: `must be from ${earliest} to ${latest}` });
  const from = query.from ?? addDays(to, 1 - defaultDays);
  if (to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  const length = countDays(from, to);
  if (length > maxDays) throw invalid({ path: 'from', message: `must be at most ${maxDays - 1} days before the last date, ${to}` });
  return { from, to, previousFrom: addDays(from, -length), previousTo: addDays(from, -1) };
}
