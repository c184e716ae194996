import { wallTime } from '../platform/time/clock.ts';

/** Local date and time without an offset: 2026-11-17T06:40:00. */
export const localTimeIn =
  (timeZone: string) =>
  (time: Date): string => {
    const wall = wallTime(time, timeZone);
    return `${wall.date}T${wall.time}`;
  };
