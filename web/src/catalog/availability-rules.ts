import { addDays, daysBetween } from '../ui/dates.ts';

export const daysInWeek = 7;

/** The week of a date in the table of times: 0 is the one that starts today. */
export const weekOf = (date: string, today: string): number => Math.max(0, Math.floor(daysBetween(today, date) / daysInWeek));

export const firstDayOf = (week: number, today: string): string => addDays(today, week * daysInWeek);
