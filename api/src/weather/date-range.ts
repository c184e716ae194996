import { Type } from 'typebox';
import { invalid } from '../errors.ts';
import { CalendarDate } from '../platform/http/schemas.ts';
import { addDays } from '../platform/time/clock.ts';
import { forecastDays } from './forecast.ts';

export const rangeQuery = {
  from: Type.Optional(CalendarDate({ description: 'First date; default: today.', example: '2026-11-16' })),
  to: Type.Optional(CalendarDate({ description: 'Last date; default: six days after the first.', example: '2026-11-22' })),
};

/** Dates of a request, at most as many as a forecast has. */
export function datesOf(query: { from?: string; to?: string }, today: () => string): { from: string; to: string } {
  const from = query.from ?? today();
  const to = query.to ?? (from > '9999-12-25' ? '9999-12-31' : addDays(from, 6));
  if (to < from) throw invalid({ path: 'to', message: 'must not be before from' });
  if (to >= addDays(from, forecastDays)) throw invalid({ path: 'to', message: `must be at most ${forecastDays - 1} days after from` });
  return { from, to };
}
