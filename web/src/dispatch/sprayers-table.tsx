import { useCompany } from '../api/company.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { AbsenceChips } from './absence-chips.tsx';
import type { Absence } from './absence-queries.ts';
import { absentOn } from './absence-rules.ts';
import { JobChip, jobsOn, SprayerName, type SprayerWeek } from './sprayer-jobs.tsx';
import styles from './sprayers.module.css';
import { sprayersWords } from './sprayers-words.ts';

interface SprayersTableProps {
  weeks: SprayerWeek[];
  dates: string[];
  absences: Absence[];
  /** The day whose jobs can be reassigned. */
  date: string;
}

/** Sprayers as rows, days as columns. */
export function SprayersTable({ weeks, dates, absences, date: shown }: SprayersTableProps) {
  const words = useWords(sprayersWords);
  const format = useFormat();
  const { today } = useCompany();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by key, too
    <section className={styles.frame} tabIndex={0} aria-label={words.table}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.side}>
              {words.sprayer}
            </th>
            {dates.map((date) => (
              <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                <span className={styles.weekday}>
                  {format.weekday(date)}
                  {date === today ? `, ${words.today}` : ''}
                </span>
                <span className={styles.date}>{format.dayMonth(date)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.sprayer.id}>
              <th scope="row" className={styles.side}>
                <SprayerName week={week} date={shown} />
              </th>
              {dates.map((date) => (
                <td key={date} data-today={date === today || undefined}>
                  <AbsenceChips absences={absences} sprayerId={week.sprayer.id} date={date} />
                  {jobsOn(week, date).length === 0 ? (
                    absentOn(absences, week.sprayer.id, date).length > 0 ? null : (
                      <span className={styles.free}>{words.free}</span>
                    )
                  ) : (
                    <ul className={styles.jobs}>
                      {jobsOn(week, date).map((job) => (
                        <li key={job.id}>
                          <JobChip job={job} />
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
