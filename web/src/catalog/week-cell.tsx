import { UnstyledButton } from '@mantine/core';
import { useCompany } from '../api/company.tsx';
import { IconStarFilled } from '../icons/star-filled.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { waitingWords } from '../waiting/waiting-words.ts';
import { useReasons } from '../weather/reasons.ts';
import type { SprayWindow } from '../weather/spray-windows.ts';
import { VerdictMark } from '../weather/verdict-mark.tsx';
import { type FreePlaces, hasBegun, type Slot } from './availability.ts';
import type { Advice } from './booking-advice.ts';
import type { ClosedDays } from './closure-queries.ts';
import { closureWords } from './closure-words.ts';
import styles from './week-table.module.css';
import { weekWords } from './week-words.ts';

/** A larger count is shown as a number instead of dots. */
const maxDots = 4;

interface WeekCellProps {
  places: FreePlaces;
  spot: string;
  weather: SprayWindow | undefined;
  advice: Advice | undefined;
  isChosen: boolean;
  isTabStop: boolean;
  onChoose(): void;
  onFocus(): void;
}

/** A selectable time. */
export function WeekCell({ places, spot, weather, advice, isChosen, isTabStop, onChoose, onFocus }: WeekCellProps) {
  const words = useWords(weekWords);
  const format = useFormat();
  const { textOf } = useReasons();
  const { date, session, free, capacity } = places;
  const time = `${format.longDate(date)}, ${format.session(session)}, ${words.free(free, capacity)}`;
  const distance = advice?.extraMetres;
  const label = [
    time,
    ...(weather === undefined ? [] : [textOf(weather)]),
    ...(advice?.isBest ? [words.best] : []),
    ...(distance === undefined ? [] : [distance === null ? words.nobody : words.extraText(format.km(distance))]),
  ].join('. ');
  return (
    <UnstyledButton
      className={styles.free}
      data-spot={spot}
      data-chosen={isChosen || undefined}
      aria-pressed={isChosen}
      aria-label={label}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
    >
      <span className={styles.count}>
        {capacity > maxDots ? null : (
          <span className={styles.dots} aria-hidden>
            {Array.from({ length: capacity }, (_, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the dots are all alike
              <span key={n} className={styles.dot} data-free={n < free || undefined} />
            ))}
          </span>
        )}
        <span>{free}</span>
        {advice?.isBest ? <IconStarFilled size={14} aria-hidden /> : null}
      </span>
      {distance === undefined ? null : (
        // Shown by the style sheet: the label has it in words.
        <span className={styles.distance} data-text={distance === null ? words.nobodyShort : words.extra(format.km(distance))} />
      )}
      {weather === undefined ? null : (
        <span className={styles.weather}>
          <VerdictMark window={weather} short />
        </span>
      )}
    </UnstyledButton>
  );
}

/** A time that cannot be selected: full, closed, over, or the current time of the order. */
interface QuietCellProps {
  places: FreePlaces;
  isPresent: boolean;
  closure: ClosedDays | undefined;
  /** Joins the waiting list. */
  onFull: ((slot: Slot) => void) | undefined;
}

export function QuietCell({ places, isPresent, closure, onFull }: QuietCellProps) {
  const words = useWords(weekWords);
  const closed = useWords(closureWords);
  const waiting = useWords(waitingWords);
  const format = useFormat();
  const { timeZone } = useCompany();
  if (isPresent) return <span className={styles.present}>{words.present}</span>;
  const isOver = hasBegun(places, timeZone);
  if (!isOver && closure === undefined && onFull !== undefined)
    return (
      <UnstyledButton
        className={`${styles.quiet} ${styles.wait}`}
        aria-label={waiting.joinName(`${format.longDate(places.date)}, ${format.session(places.session)}`)}
        onClick={() => onFull({ date: places.date, session: places.session })}
      >
        <span>{words.full}</span>
        <span>{waiting.wait}</span>
      </UnstyledButton>
    );
  if (!isOver)
    return (
      <span className={styles.quiet} title={closure?.reason ?? undefined}>
        {closure === undefined ? words.full : closed.cell}
      </span>
    );
  return (
    <span className={styles.quiet}>
      <span aria-hidden>–</span>
      <span className="visually-hidden">{words.over}</span>
    </span>
  );
}
