import { includesDate } from '../catalog/span-rules.ts';
import { clockTime } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import type { Absence } from './absence-queries.ts';
import { absenceIcons } from './absence-row.tsx';
import { absenceWords } from './absence-words.ts';
import styles from './sprayers.module.css';

export const absentOn = (absences: readonly Absence[], sprayerId: number, date: string): Absence[] =>
  absences.filter((absence) => absence.sprayer.id === sprayerId && includesDate(absence, date));

/** Absences of a sprayer on one day, with their times unless it is the whole day. */
export function AbsenceChips({ absences, sprayerId, date }: { absences: readonly Absence[]; sprayerId: number; date: string }) {
  const words = useWords(absenceWords);
  return absentOn(absences, sprayerId, date).map(({ id, kind, sessions, note }) => {
    const Icon = absenceIcons[kind];
    return (
      <div key={id} className={styles.absence} title={note ?? undefined}>
        <Icon size={18} aria-hidden />
        <span>
          {words.kinds[kind]}
          {sessions.length === 0 ? '' : ` ${sessions.map(({ startTime }) => clockTime(startTime)).join(', ')}`}
        </span>
      </div>
    );
  });
}
