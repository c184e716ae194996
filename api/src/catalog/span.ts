import { Type } from 'typebox';
import { CalendarDate, Id } from '../platform/http/schemas.ts';
import { addDays, type WallTime } from '../platform/time/clock.ts';
import type { Catalog, CatalogFacts } from './catalog.ts';
import { checkSessions, checkSpan, type DateRange, maxDaysAhead, maxSpanDays } from './date-range-rules.ts';

/** Common fields of closures and absences: a range of dates, and some or all sessions of each. */
export interface Span extends DateRange {
  /** null: whole days. */
  sessionIds: readonly string[] | null;
}

export interface SpanInput extends DateRange {
  sessionIds?: string[];
}

export const spanInput = {
  from: CalendarDate({ description: 'First date.' }),
  to: CalendarDate({ description: `Last date, today or later, at most ${maxSpanDays - 1} days after the first.` }),
  sessionIds: Type.Optional(
    Type.Array(Id(), { maxItems: 100, uniqueItems: true, description: 'The sessions of each date; all of them if omitted or empty.' }),
  ),
};

/** Throws if the dates or sessions are invalid. */
export function readSpan(input: SpanInput, { sessions }: CatalogFacts, { date: today }: WallTime): Span {
  const { from, to, sessionIds = [] } = input;
  const longest = from > '9998-12-31' ? '9999-12-31' : addDays(from, maxSpanDays - 1);
  checkSpan({ from, to }, { today, latest: addDays(today, maxDaysAhead), longest });
  checkSessions(sessionIds, sessions);
  return { from, to, sessionIds: sessionIds.length === 0 ? null : sessionIds };
}

/** The values that the audit trail shows. */
export const spanForAudit = ({ from, to, sessionIds }: Span) => ({ from, to, sessionIds: sessionIds?.join(', ') ?? null });

/** JSON of the sessions; empty for whole days. */
export const sessionsJson = ({ fragments }: Catalog, sessionIds: readonly string[] | null): string =>
  `[${(sessionIds ?? []).map((id) => fragments.session?.(id))}]`;

const endOfTime = '9999-12-31';

/** The requested range; default: from today on. */
export const listedRange = (query: { from?: string; to?: string }, today: string): DateRange => ({
  from: query.from ?? (query.to !== undefined && query.to < today ? query.to : today),
  to: query.to ?? endOfTime,
});

export const RangeQuery = Type.Object({
  from: Type.Optional(CalendarDate({ description: 'Only what ends on this date or later; default: today.', example: '2026-11-16' })),
  to: Type.Optional(CalendarDate({ description: 'Only what begins on this date or earlier.', example: '2026-12-31' })),
});
