export const weatherCheckKinds = ['evening', 'morning'] as const;
export type WeatherCheckKind = (typeof weatherCheckKinds)[number];

export interface WeatherCheckTimes {
  /** HH:MM in the company's time zone. */
  eveningCheck: string;
  /** Before the first session of the day. */
  morningCheckMinutes: number;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The check that is due at a local time, if any: after a stop of the service it runs late rather than not at all. */
export function dueWeatherCheck(
  time: string,
  firstStart: string | undefined,
  { eveningCheck, morningCheckMinutes }: WeatherCheckTimes,
): WeatherCheckKind | undefined {
  const now = minutesOf(time);
  if (now >= minutesOf(eveningCheck)) return 'evening';
  if (firstStart === undefined) return undefined;
  return now >= Math.max(0, minutesOf(firstStart) - morningCheckMinutes) ? 'morning' : undefined;
}
