import type { Shape } from '../../api/client.ts';
import { IconArrowRight } from '../../icons/arrow-right.ts';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../ui/language.tsx';
import { stateWords } from '../../ui/state-words.ts';
import styles from './edit.module.css';
import { editWords } from './edit-words.ts';

type Change = Shape<'OrderEditStep'>['changes'][number];

/** Old and new values of one edit. */
export function EditChanges({ changes }: { changes: readonly Change[] }) {
  const words = useWords(editWords);
  const names = useWords(stateWords).crop;
  const format = useFormat();
  const formatValue = (field: Change['field'], value: Change['from']): string => {
    if (value === null) return words.nothing;
    if (field === 'cost') return format.money(Number(value));
    if (field === 'area') return format.area(Number(value));
    return field === 'cropType' ? (names[value] ?? String(value)) : String(value);
  };
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {words.fields[field]}: {formatValue(field, from)} <IconArrowRight size={16} role="img" aria-label={words.becomes} />{' '}
          {formatValue(field, to)}
        </li>
      ))}
    </ul>
  );
}
