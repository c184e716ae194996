import { addDays, daysBetween, mondayOf } from '../ui/dates.ts';

export const ranges = ['week', 'month', 'year', 'own'] as const;
export type Range = (typeof ranges)[number];

export interface Period {
  from: string;
  to: string;
}

const isDate = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

export const rangeIn = (params: URLSearchParams): Range => ranges.find((name) => name === params.get('range')) ?? 'month';

/** The period in the address; undefined: custom dates that are not a valid period. */
export function periodIn(params: URLSearchParams, today: string): Period | undefined {
  const range = rangeIn(params);
  if (range === 'week') return { from: mondayOf(today), to: today };
  if (range === 'month') return { from: addDays(today, -27), to: today };
  if (range === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const [from, to] = [params.get('from'), params.get('to')];
  if (!isDate(from) || !isDate(to) || to < from || daysBetween(from, to) >= 366) return undefined;
  return { from, to };
}
