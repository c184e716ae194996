import { useMemo } from 'react';
import { useCompany } from '../api/company.tsx';
import { useLunarDates } from '../catalog/lunar-dates.ts';
import { daysBetween } from '../ui/dates.ts';
import { useFormat } from '../ui/format.ts';
import { capitalised, relativeTimeFormat } from '../ui/intl.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import type { FarmerOrder } from './farmer-queries.ts';
import { farmerWords } from './farmer-words.ts';
import styles from './spray-time.module.css';

/** Relative date: tomorrow, in 5 days, 3 days ago. */
export function useDayWords(): (date: string) => string {
  const { language } = useLanguage();
  const { today } = useCompany();
  return useMemo(() => {
    const relative = relativeTimeFormat(language, { numeric: 'auto' });
    return (date) => capitalised(relative.format(daysBetween(today, date), 'day'));
  }, [language, today]);
}

/** Date and session in large type, with the lunar date. */
export function SprayTime({ order }: { order: FarmerOrder }) {
  const format = useFormat();
  const words = useWords(farmerWords);
  const lunar = useLunarDates(order.date).get(order.date);
  const dayWords = useDayWords();
  return (
    <div>
      <p className={styles.near}>{dayWords(order.date)}</p>
      <p className={styles.date}>{format.longDate(order.date)}</p>
      <p className={styles.time}>{format.session(order.session)}</p>
      <p className={styles.lunar}>{lunar === undefined ? '\u00a0' : words.lunar(lunar.day, lunar.month, lunar.leap)}</p>
    </div>
  );
}
