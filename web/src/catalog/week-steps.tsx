import { ActionIcon, Text } from '@mantine/core';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { addDays } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { daysInWeek } from './availability-rules.ts';
import styles from './week-table.module.css';
import { weekWords } from './week-words.ts';

interface WeekStepsProps {
  from: string;
  isFirst: boolean;
  isLast: boolean;
  onStep(weeks: number): void;
}

/** The shown date range, with buttons for earlier and later days. */
export function WeekSteps({ from, isFirst, isLast, onStep }: WeekStepsProps) {
  const words = useWords(weekWords);
  const format = useFormat();
  return (
    <div className={styles.steps}>
      <ActionIcon variant="default" aria-label={words.earlier} title={words.earlier} disabled={isFirst} onClick={() => onStep(-1)}>
        <IconChevronLeft size={22} aria-hidden />
      </ActionIcon>
      <Text component="span" fw={600} className={styles.range} aria-live="polite">
        {format.dateRange(from, addDays(from, daysInWeek - 1))}
      </Text>
      <ActionIcon variant="default" aria-label={words.later} title={words.later} disabled={isLast} onClick={() => onStep(1)}>
        <IconChevronRight size={22} aria-hidden />
      </ActionIcon>
    </div>
  );
}
