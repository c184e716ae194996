/** The time, as an argument: nothing below the edge of the service asks the machine for it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** What a clock on the company's wall shows. */
export interface WallTime {
  /** YYYY-MM-DD */
  date: string;
  /** HH:mm:ss */
  time: string;
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

export function wallTime(instant: Date, timeZone: string): WallTime {
  const [date = '', time = ''] = formatter(timeZone).format(instant).split(' ');
  return { date, time };
}

/** Calendar arithmetic on YYYY-MM-DD, free of time zones. */
export function addDays(date: string, days: number): string {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + days);
  return instant.toISOString().slice(0, 10);
}

/** The seven dates of the week that a date is in, Monday first; fewer where the calendar ends. */
export function weekOf(date: string): [string, ...string[]] {
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(date, -sinceMonday);
  const others = [1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days));
  return [monday, ...others.filter(isCalendarDate)];
}

export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

/** The instant at which a wall clock of the zone shows this. Where clocks go back, the first such instant. */
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
