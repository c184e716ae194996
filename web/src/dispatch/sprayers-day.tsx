import { Text } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import { JobChip, jobsOn, SprayerName, type SprayerWeek } from './sprayer-jobs.tsx';
import styles from './sprayers.module.css';
import { sprayersWords } from './sprayers-words.ts';

/** One day of everybody, for a phone. */
export function SprayersDay({ weeks, date }: { weeks: SprayerWeek[]; date: string }) {
  const words = useWords(sprayersWords);
  return (
    <ul className={styles.cards}>
      {weeks.map((week) => (
        <li key={week.sprayer.id} className={styles.card}>
          <SprayerName week={week} />
          {jobsOn(week, date).length === 0 ? (
            <Text c="dimmed">{words.free}</Text>
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
