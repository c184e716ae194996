import { type WallTime, wallTime } from '../platform/time/clock.ts';
import type { Column } from './table.ts';

export type Language = 'en' | 'vi';
export type Titles = Readonly<Record<Language, string>>;
/** Words of values, as in `{ en: { paid: 'Paid' }, vi: { paid: 'Đã trả' } }`. */
export type ValueWords = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** An item of a list as its JSON has it. Integers beyond 2^53 are strings of digits. */
export type ListItem = Readonly<Record<string, unknown>>;

/** What cells need besides the item. */
export interface CellContext {
  language: Language;
  timeZone: string;
  areaUnit: string;
  currency: string;
}

/** A column of an exported list. */
export interface ListColumn {
  titles: Titles;
  kind: Column['kind'];
  /** A setting of the company that stands behind the title, as in `Sent (Asia/Ho_Chi_Minh)`. */
  unit?: 'timeZone' | 'areaUnit' | 'currency';
  /** Names of the fields in an item, separated by dots; undefined if the value is not in the item. */
  path?: string;
  value(item: ListItem, context: CellContext): string | null;
}

/** The value at a path; undefined if a part of it is null. */
export function valueAt(item: unknown, path: string): unknown {
  let value = item;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

const yesNo: ValueWords = { en: { true: 'Yes', false: 'No' }, vi: { true: 'Có', false: 'Không' } };

export const cellText = (value: unknown): string | null => {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((one) => cellText(one) ?? '').join(', ');
  return String(value);
};

const column = (
  kind: Column['kind'],
  titles: Titles,
  path: string,
  read: (value: unknown, context: CellContext) => string | null = cellText,
): ListColumn => ({
  titles,
  kind,
  path,
  value: (item, context) => read(valueAt(item, path), context),
});

export const text = (en: string, vi: string, path: string): ListColumn => column('text', { en, vi }, path);
export const number = (en: string, vi: string, path: string): ListColumn => column('number', { en, vi }, path);
export const date = (en: string, vi: string, path: string): ListColumn => column('date', { en, vi }, path);
export const area = (en: string, vi: string, path: string): ListColumn => ({ ...number(en, vi, path), unit: 'areaUnit' });
export const money = (en: string, vi: string, path: string): ListColumn => ({ ...number(en, vi, path), unit: 'currency' });

const shownInstant = ({ date: day, time }: WallTime) => `${day} ${time}`;

/** A moment in the time zone of the company, which stands behind the title. */
export const instant = (en: string, vi: string, path: string): ListColumn => ({
  ...column('instant', { en, vi }, path, (value, { timeZone }) =>
    typeof value === 'string' ? shownInstant(wallTime(new Date(value), timeZone)) : null,
  ),
  unit: 'timeZone',
});

/** A value with words in both languages; one without words stays as it is. */
export const word = (en: string, vi: string, path: string, words: ValueWords): ListColumn =>
  column('text', { en, vi }, path, (value, { language }) => wordsOf(value, words[language]));

export const flag = (en: string, vi: string, path: string): ListColumn => word(en, vi, path, yesNo);

function wordsOf(value: unknown, words: Readonly<Record<string, string>>): string | null {
  const shown = (one: unknown) => words[String(one)] ?? String(one);
  if (value === undefined || value === null) return null;
  return Array.isArray(value) ? cellText(value.map(shown)) : shown(value);
}

/** A value that no single field has. */
export const computed = (en: string, vi: string, value: ListColumn['value']): ListColumn => ({ titles: { en, vi }, kind: 'text', value });

/** HH:mm of a time of day; null if there is none. */
export function timeText(time: unknown): string | null {
  if (typeof time !== 'object' || time === null) return null;
  const { hour, minute } = time as { hour: number; minute: number };
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const sessionText = (session: unknown): string | null => {
  const [start, end] = [timeText(valueAt(session, 'startTime')), timeText(valueAt(session, 'endTime'))];
  return start === null ? null : `${start}–${end}`;
};

export const timeOfDay = (en: string, vi: string, path: string): ListColumn => column('text', { en, vi }, path, timeText);

/** A session, as 06:00–08:00. */
export const session = (en: string, vi: string, path: string): ListColumn => column('text', { en, vi }, path, sessionText);

/** Sessions of a closure, an absence or a waiting entry: none means all. */
export const sessions = (en: string, vi: string, path: string): ListColumn =>
  column('text', { en, vi }, path, (value, { language }) =>
    Array.isArray(value) && value.length > 0 ? cellText(value.map(sessionText)) : { en: 'All', vi: 'Tất cả' }[language],
  );

/** Names of people in a list. */
export const names = (en: string, vi: string, path: string): ListColumn =>
  column('text', { en, vi }, path, (value) => (Array.isArray(value) ? cellText(value.map((one) => valueAt(one, 'fullName'))) : null));

/** The title of a column, with its unit. */
export function titleOf({ titles, unit }: ListColumn, context: CellContext): string {
  return unit === undefined ? titles[context.language] : `${titles[context.language]} (${context[unit]})`;
}
