import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { CalendarDate } from '../platform/http/schemas.ts';
import { addDays } from '../platform/time/clock.ts';

/** Both dates count. Before it lies another of the same length, to compare with. */
export interface Period {
  from: string;
  to: string;
  previousFrom: string;
  previousTo: string;
}

const usualDays = 28;
export const mostDays = 366;

export const PeriodQuery = Type.Object({
  from: Type.Optional(
    CalendarDate({
      description: `First date, on the company's calendar; ${usualDays - 1} days before the last if left out.`,
      example: '2026-10-19',
    }),
  ),
  to: Type.Optional(CalendarDate({ description: 'Last date; today if left out.', example: '2026-11-15' })),
});

// Beyond any order, and with room for the period before.
const earliest = '2000-01-01';
const latest = '9000-01-01';

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export function readPeriod(query: { from?: string; to?: string }, today: string): Period {
  const { from: givenFrom = earliest, to = givenFrom > today ? givenFrom : today } = query;
  if (givenFrom < earliest) throw invalid({ path: 'from', message: `must be ${earliest} or later` });
  if (to < earliest || to > latest) throw invalid({ path: 'to', message: `must be from ${earliest} to ${latest}` });
  const from = query.from ?? addDays(to, 1 - usualDays);
  if (to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  const length = days(from, to);
  if (length > mostDays) throw invalid({ path: 'from', message: `must be at most ${mostDays - 1} days before the last date, ${to}` });
  return { from, to, previousFrom: addDays(from, -length), previousTo: addDays(from, -1) };
}
