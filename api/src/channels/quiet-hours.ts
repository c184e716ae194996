import { addDays, instantOf, wallTime } from '../platform/time/clock.ts';

/** Times as HH:mm or HH:mm:ss in the company's time zone. Equal times: there are no quiet hours. */
export interface QuietHours {
  quietFrom: string;
  quietTo: string;
}

/** The end of the quiet hours that `now` is in; undefined: it is in none. */
export function quietUntil(now: Date, timeZone: string, { quietFrom, quietTo }: QuietHours): Date | undefined {
  const { date, time } = wallTime(now, timeZone);
  const [at, from, to] = [time.slice(0, 5), quietFrom.slice(0, 5), quietTo.slice(0, 5)];
  const isQuiet = from <= to ? at >= from && at < to : at >= from || at < to;
  return isQuiet ? instantOf(at < to ? date : addDays(date, 1), to.padEnd(8, ':00'), timeZone) : undefined;
}
