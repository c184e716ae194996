import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { useLunarDates } from './lunar-dates.ts';
import styles from './week-table.module.css';
import { weekWords } from './week-words.ts';

/** Column headers: weekday, date and lunar date. */
export function WeekDays({ dates }: { dates: string[] }) {
  const words = useWords(weekWords);
  const format = useFormat();
  const { today } = useCompany();
  const lunar = useLunarDates(dates[0] ?? today, dates.length);
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.side} data-side>
          <span className="visually-hidden">{words.session}</span>
        </th>
        {dates.map((date, column) => {
          const moon = lunar.get(date);
          return (
            <th key={date} scope="col" className={styles.day} data-column={column} aria-current={date === today ? 'date' : undefined}>
              <span className={styles.weekday}>{date === today ? words.today : format.weekday(date)}</span>
              <span className={styles.date}>{format.dayMonth(date)}</span>
              <span className={styles.lunar}>{moon === undefined ? '\u00a0' : words.lunar(moon.day, moon.month, moon.leap)}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
