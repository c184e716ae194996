import type { SprayWindow, Verdict } from './spray-windows.ts';

type Factor = SprayWindow['factors'][number];
type Time = SprayWindow['session']['startTime'];

/** Sessions of a day with the same verdict, and what it comes from. */
export interface DayVerdict {
  verdict: Verdict;
  /** Sessions without a pause between them are one span. */
  spans: { startTime: Time; endTime: Time }[];
  /** Each factor once, with the value that is farthest from its limit. */
  factors: Factor[];
}

export interface DayWeather {
  date: string;
  verdicts: DayVerdict[];
}

const minutesOf = ({ hour, minute }: Time): number => hour * 60 + minute;
const excess = ({ value, limit }: Factor): number => (value === null || limit === null ? 0 : Math.abs(value - limit));

/** The windows that are not GO, one entry for each day and verdict, the worst verdict first. */
export function poorWeatherByDay(windows: readonly SprayWindow[]): DayWeather[] {
  const dates = [...new Set(windows.map(({ date }) => date))].sort();
  return dates.flatMap((date): DayWeather[] => {
    const ofDay = windows
      .filter((window) => window.date === date)
      .sort((a, b) => minutesOf(a.session.startTime) - minutesOf(b.session.startTime));
    const verdicts = (['STOP', 'UNKNOWN', 'CAUTION'] as const).flatMap((verdict) => {
      const same = ofDay.filter((window) => window.verdict === verdict);
      return same.length === 0 ? [] : [{ verdict, spans: spansOf(same), factors: worstFactors(same, verdict) }];
    });
    return verdicts.length === 0 ? [] : [{ date, verdicts }];
  });
}

function spansOf(windows: readonly SprayWindow[]): DayVerdict['spans'] {
  const spans: DayVerdict['spans'] = [];
  for (const { session } of windows) {
    const last = spans.at(-1);
    if (last !== undefined && minutesOf(last.endTime) >= minutesOf(session.startTime)) last.endTime = session.endTime;
    else spans.push({ startTime: session.startTime, endTime: session.endTime });
  }
  return spans;
}

function worstFactors(windows: readonly SprayWindow[], verdict: Verdict): Factor[] {
  const worst = new Map<string, Factor>();
  for (const factor of windows.flatMap(({ factors }) => factors)) {
    if (factor.verdict !== verdict) continue;
    const known = worst.get(factor.factor);
    if (known === undefined || excess(factor) > excess(known)) worst.set(factor.factor, factor);
  }
  return [...worst.values()];
}
