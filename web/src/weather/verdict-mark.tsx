import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { IconHandStop } from '../icons/hand-stop.ts';
import { IconHelp } from '../icons/help.ts';
import { useWords } from '../ui/language.tsx';
import { useReasons } from './reasons.ts';
import type { SprayWindow } from './spray-windows.ts';
import styles from './weather.module.css';
import { weatherWords } from './weather-words.ts';

export const verdictIcons = { GO: IconCircleCheck, CAUTION: IconAlertTriangle, STOP: IconHandStop, UNKNOWN: IconHelp };

interface VerdictMarkProps {
  window: Pick<SprayWindow, 'verdict' | 'factors' | 'source' | 'fetchedAt'>;
  /** For cells and chips: a smaller icon and one short word. */
  short?: boolean;
}

/** Icon and word of a verdict; colour is only an addition. The reasons are its title. */
export function VerdictMark({ window, short = false }: VerdictMarkProps) {
  const words = useWords(weatherWords);
  const { textOf } = useReasons();
  const { verdict } = window;
  const Icon = verdictIcons[verdict];
  return (
    <span className={short ? styles.short : styles.mark} data-verdict={verdict} title={textOf(window)}>
      <Icon size={short ? 15 : 20} aria-hidden />
      {short ? words.short[verdict] : words.verdict[verdict]}
    </span>
  );
}
