import { Text } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import { AbsenceChips } from './absence-chips.tsx';
import type { Absence } from './absence-queries.ts';
import { absentOn } from './absence-rules.ts';
import { JobChip, jobsOn, SprayerName, type SprayerWeek } from './sprayer-jobs.tsx';
import styles from './sprayers.module.css';
import { sprayersWords } from './sprayers-words.ts';

/** One day of all sprayers, for phones. */
export function SprayersDay({ weeks, date, absences }: { weeks: SprayerWeek[]; date: string; absences: Absence[] }) {
  const words = useWords(sprayersWords);
  return (
    <ul className={styles.cards}>
      {weeks.map((week) => (
        <li key={week.sprayer.id} className={styles.card}>
          <SprayerName week={week} date={date} />
          <AbsenceChips absences={absences} sprayerId={week.sprayer.id} date={date} />
          {jobsOn(week, date).length === 0 ? (
            absentOn(absences, week.sprayer.id, date).length > 0 ? null : (
              <Text c="dimmed">{words.free}</Text>
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
        </li>
      ))}
    </ul>
  );
}
