import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import type { SprayWindow } from './spray-windows.ts';
import { weatherWords } from './weather-words.ts';

type Factor = SprayWindow['factors'][number];
type Judged = Pick<SprayWindow, 'verdict' | 'factors' | 'source' | 'fetchedAt'>;

const severity = { STOP: 0, UNKNOWN: 1, CAUTION: 2, GO: 3 };

/** Why a verdict is what it is, in words. */
export function useReasons() {
  const words = useWords(weatherWords);
  const format = useFormat();
  const quantity = (value: number, unit: string) => `${format.number(value)} ${unit}`;
  const factorText = ({ factor, value, unit, limit, verdict }: Factor): string => {
    const distance = quantity(value ?? 0, unit);
    if (factor === 'bees') return words.bees[verdict === 'UNKNOWN' ? 'GO' : verdict](distance, quantity(limit ?? 0, unit));
    if (factor === 'buffer') return words.buffer(distance, quantity(limit ?? 0, unit));
    const known = value === null ? words.missing : quantity(value, unit);
    return `${words.factor[factor]}: ${known}${limit === null || factor === 'inversion' ? '' : ` (${words.limit(quantity(limit, unit))})`}`;
  };
  /** Worst first. */
  const sorted = (factors: readonly Factor[]) => [...factors].sort((a, b) => severity[a.verdict] - severity[b.verdict]);
  const ageText = (fetchedAt: string): string => {
    const minutes = Math.max(0, Math.round((Date.now() - Date.parse(fetchedAt)) / 60_000));
    return minutes < 2 ? words.justNow : minutes < 90 ? words.minutesOld(minutes) : words.hoursOld(Math.round(minutes / 60));
  };
  /** Who made the forecast, and how old it is. */
  const originText = ({ source, fetchedAt }: Pick<Judged, 'source' | 'fetchedAt'>): string | undefined =>
    source === null || fetchedAt === null ? undefined : `${source === 'demo' ? words.demo : words.source(source)}, ${ageText(fetchedAt)}`;
  const textOf = (window: Judged): string => {
    const sortedFactors = sorted(window.factors);
    const reasons = sortedFactors.filter(({ verdict }) => verdict !== 'GO');
    const notes = sortedFactors.filter(({ factor, verdict }) => factor === 'bees' && verdict === 'GO');
    const first = reasons.length === 0 ? [words.allGood] : reasons.map(factorText);
    const why = window.factors.length === 0 ? words.noForecast : [...first, ...notes.map(factorText)].join('; ');
    return [`${words.verdict[window.verdict]}: ${why}`, originText(window)].filter((part) => part !== undefined).join(' · ');
  };
  return { factorText, quantity, sorted, originText, textOf };
}
