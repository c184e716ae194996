import { IconChevronDown } from '../icons/chevron-down.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useReasons } from './reasons.ts';
import { hasForecast, type SprayWindow } from './spray-windows.ts';
import { VerdictMark } from './verdict-mark.tsx';
import styles from './weather.module.css';
import { weatherWords } from './weather-words.ts';
import { poorWeatherByDay } from './week-weather-rules.ts';

/** Below a table of times: where the forecast comes from, and why some times are not good. */
export function WeekWeather({ windows }: { windows: readonly SprayWindow[] }) {
  const words = useWords(weatherWords);
  const format = useFormat();
  const { originText, factorText } = useReasons();
  const known = windows.filter(hasForecast);
  const [first] = known;
  if (first === undefined) return null;
  const { source, fetchedAt } = first;
  const poor = poorWeatherByDay(known);
  if (poor.length === 0)
    return (
      <p className={styles.origin}>
        {words.daysGood} {originText(first)}
      </p>
    );
  return (
    <details className={styles.details}>
      <summary>
        <span className={styles.summaryText}>
          {words.days}
          <span className={styles.origin}>{originText(first)}</span>
        </span>
        <IconChevronDown size={18} aria-hidden className={styles.chevron ?? ''} />
      </summary>
      <ul className={styles.times}>
        {poor.map(({ date, verdicts }) => (
          <li key={date}>
            <strong>{format.date(date)}</strong>
            {verdicts.map(({ verdict, spans, factors }) => (
              <span key={verdict}>
                <VerdictMark window={{ verdict, factors, source, fetchedAt }} short />{' '}
                {[spans.map((span) => format.session(span)).join(', '), factors.map(factorText).join('; ')]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
