import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../ui/language.tsx';
import styles from './edit.module.css';
import { crewNoteQuery, type Side } from './edit-queries.ts';
import { editWords } from './edit-words.ts';

/** The note to the crew as part of a list of facts; nothing without one. */
export function CrewNote({ id, side, wrapped = false }: { id: number; side: Side; wrapped?: boolean }) {
  const words = useWords(editWords);
  const { data } = useQuery(crewNoteQuery(side, id));
  if (data === undefined || data.note === null) return null;
  const fact = (
    <>
      <dt>{words.note}</dt>
      <dd className={styles.note}>{data.note}</dd>
    </>
  );
  return wrapped ? <div>{fact}</div> : fact;
}
