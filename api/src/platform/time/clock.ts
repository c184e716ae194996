/** The current time, passed as a dependency: only main code reads the system clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Local date and time in a time zone. */
export interface WallTime {
  /** YYYY-MM-DD */
  readonly date: string;
  /** HH:mm:ss */
  readonly time: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formatters.set(timeZone, found);
  }
  return found;
}

interface FormattedSecond {
  second: number;
  wallTime: WallTime;
}

/** By time zone. Most requests need the current second, and formatting it costs as much as a row of a response. */
const lastFormatted = new Map<string, FormattedSecond>();

export function wallTime(instant: Date, timeZone: string): WallTime {
  const second = Math.floor(instant.getTime() / 1000);
  const last = lastFormatted.get(timeZone);
  if (last?.second === second) return last.wallTime;
  const [date = '', time = ''] = formatter(timeZone).format(instant).split(' ');
  const formatted = { second, wallTime: { date, time } };
  lastFormatted.set(timeZone, formatted);
  return formatted.wallTime;
}

/** Calendar arithmetic on YYYY-MM-DD, independent of time zones. */
export function addDays(date: string, days: number): string {
  if (days > 0 && days <= maxWalkedDays && date < lastYear) {
    let later = date;
    for (let day = 0; day < days; day++) later = nextDay(later);
    return later;
  }
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}

/** A few known next days are faster than a Date. */
const maxWalkedDays = 16;
/** The day after its last one is not written as YYYY-MM-DD. */
const lastYear = '9999';
const nextDays = new Map<string, string>();
const maxNextDays = 2000;

/** Remembered: ranges of dates are walked day by day. */
function nextDay(date: string): string {
  let next = nextDays.get(date);
  if (next === undefined) {
    const instant = new Date(`${date}T00:00:00Z`);
    instant.setUTCDate(instant.getUTCDate() + 1);
    next = instant.toISOString().slice(0, 10);
    if (nextDays.size >= maxNextDays) nextDays.clear();
    nextDays.set(date, next);
  }
  return next;
}

/** All dates from the first to the last. */
export function datesBetween(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let date = first; date < last; date = nextDay(date)) dates.push(date);
  if (first <= last) dates.push(last);
  return dates;
}

/** The dates of the week of a date, Monday first; fewer at the end of the supported calendar. */
export function weekOf(date: string): [string, ...string[]] {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(date, -sinceMonday);
  const others = [1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
  return [monday, ...others.filter(isCalendarDate)];
}

const knownDates = new Set<string>();
const maxKnownDates = 2000;

/** Remembered: most requests have a date of the next weeks. */
export function isCalendarDate(value: string): boolean {
  if (knownDates.has(value)) return true;
  if (!isDate(value)) return false;
  if (knownDates.size >= maxKnownDates) knownDates.clear();
  knownDates.add(value);
  return true;
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

/** The instant of a local date and time. Of two such instants, when clocks are set back, the first. */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time.slice(0, 8)}Z`);
  const shown = (instant: number) => {
    const wall = wallTime(new Date(instant), timeZone);
    return Date.parse(`${wall.date}T${wall.time}Z`);
  };
  let instant = wanted - (shown(wanted) - wanted);
  instant -= shown(instant) - wanted;
  const hourBefore = instant - 3_600_000;
  return new Date(shown(hourBefore) === wanted ? hourBefore : instant);
}
