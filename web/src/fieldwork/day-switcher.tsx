import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { addDays } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import { useToday } from './jobs.ts';
import { fieldWords } from './words.ts';

/** Day navigation; today and tomorrow are one tap away. */
export function DaySwitcher({ date, show }: { date: string; show(date: string): void }) {
  const words = useWords(fieldWords);
  const format = useFormat();
  const today = useToday();
  const tomorrow = addDays(today, 1);
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{words.dayShown}</legend>
      <ActionIcon size="var(--large-icon-target)" variant="default" aria-label={words.dayBefore} onClick={() => show(addDays(date, -1))}>
        <IconChevronLeft aria-hidden />
      </ActionIcon>
      {[today, tomorrow].map((day) => (
        <Button
          key={day}
          className={styles.day ?? ''}
          variant={date === day ? 'light' : 'default'}
          aria-pressed={date === day}
          onClick={() => show(day)}
        >
          {day === today ? words.today : words.tomorrow}
        </Button>
      ))}
      <ActionIcon size="var(--large-icon-target)" variant="default" aria-label={words.dayAfter} onClick={() => show(addDays(date, 1))}>
        <IconChevronRight aria-hidden />
      </ActionIcon>
      <p className={styles.date} aria-live="polite">
        {format.longDate(date)}
      </p>
    </fieldset>
  );
}
