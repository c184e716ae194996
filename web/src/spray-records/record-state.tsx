import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import type { RecordItem } from './record-queries.ts';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

/** Complete, or incomplete with the deadline. */
export function RecordStateText({ record: { complete, dueAt } }: { record: Pick<RecordItem, 'complete' | 'dueAt'> }) {
  const words = useWords(recordWords);
  const format = useFormat();
  if (complete)
    return (
      <span className={styles.complete}>
        <IconCircleCheck size={18} aria-hidden /> {words.complete}
      </span>
    );
  const due = format.moment(dueAt);
  return (
    <span className={styles.incomplete}>
      <IconAlertTriangle size={18} aria-hidden /> {words.incomplete}, {Date.parse(dueAt) < Date.now() ? words.overdue(due) : words.due(due)}
    </span>
  );
}

/** Names of what is missing. */
export function MissingFields({ missing }: { missing: RecordItem['missing'] }) {
  const { fields, missing: word } = useWords(recordWords);
  return missing.length === 0 ? null : (
    <>
      {word}: {missing.map((field) => fields[field]).join(', ')}
    </>
  );
}
