import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import styles from './absence-chips.module.css';
import { absenceIcons } from './absence-icons.ts';
import type { Absence } from './absence-queries.ts';
import { absentOn } from './absence-rules.ts';
import { absenceWords } from './absence-words.ts';

/** Reason and note of an absence. */
export function AbsenceChip({ absence: { kind, sessions, note }, hasTimes }: { absence: Absence; hasTimes: boolean }) {
  const words = useWords(absenceWords);
  const Icon = absenceIcons[kind];
  return (
    <div className={styles.absence} title={note ?? undefined}>
      <Icon size={18} aria-hidden className={styles.icon} />
      <span>
        {words.kinds[kind]}
        {hasTimes && sessions.length > 0 ? ` ${sessions.map(({ startTime }) => clockTime(startTime)).join(', ')}` : ''}
        {note === null || note === '' ? null : <span className={styles.note}>{note}</span>}
      </span>
    </div>
  );
}

/** Absences of a sprayer on one day, with their times unless it is the whole day. */
export function AbsenceChips({ absences, sprayerId, date }: { absences: readonly Absence[]; sprayerId: number; date: string }) {
  return absentOn(absences, sprayerId, date).map((absence) => <AbsenceChip key={absence.id} absence={absence} hasTimes />);
}
