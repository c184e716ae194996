import { IconChevronDown } from '../icons/chevron-down.ts';
import { useWords } from '../ui/language.tsx';
import { useIsOnline } from '../ui/online.ts';
import { useReasons } from './reasons.ts';
import { hasForecast, type SprayWindow } from './spray-windows.ts';
import { VerdictMark, verdictIcons } from './verdict-mark.tsx';
import styles from './weather.module.css';
import { weatherWords } from './weather-words.ts';

type Judged = Pick<SprayWindow, 'verdict' | 'factors' | 'source' | 'fetchedAt'>;

interface WeatherDetailsProps {
  window: Judged | undefined;
  isLoading?: boolean;
  /** The age is visible while the reasons are closed. */
  withAge?: boolean;
}

/** A verdict that opens its reasons. It has the same height while it loads. */
export function WeatherDetails({ window, isLoading = false, withAge = false }: WeatherDetailsProps) {
  const words = useWords(weatherWords);
  const { originText } = useReasons();
  const online = useIsOnline();
  if (window === undefined || !hasForecast(window))
    return <span className={styles.none}>{isLoading ? words.waiting : words.noForecast}</span>;
  const origin = (
    <p className={styles.origin}>
      {originText(window)}
      {online ? null : ` · ${words.offline}`}
    </p>
  );
  return (
    <div>
      <details className={styles.details}>
        <summary>
          <VerdictMark window={window} />
          <IconChevronDown size={18} aria-hidden className={styles.chevron ?? ''} />
        </summary>
        <Factors window={window} />
        {withAge ? null : origin}
      </details>
      {withAge ? origin : null}
    </div>
  );
}

/** Every factor with its value and limit, the worst first. */
function Factors({ window: { factors } }: { window: Judged }) {
  const words = useWords(weatherWords);
  const { factorText, sorted } = useReasons();
  return (
    <ul className={styles.factors}>
      {sorted(factors).map((factor) => {
        const Icon = verdictIcons[factor.verdict];
        return (
          <li key={factor.factor} data-verdict={factor.verdict}>
            <Icon size={18} aria-hidden />
            <span>
              <span className="visually-hidden">{words.verdict[factor.verdict]}, </span>
              {factorText(factor)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
