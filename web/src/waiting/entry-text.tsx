import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { stateWords } from '../ui/state-words.ts';
import styles from './waiting.module.css';
import type { MyEntry } from './waiting-queries.ts';
import { waitingWords } from './waiting-words.ts';

/** What an entry waits for, and where it stands. */
export function EntryText({ entry, name }: { entry: MyEntry; name?: string }) {
  const words = useWords(waitingWords);
  const crops = useWords(stateWords).crop;
  const format = useFormat();
  const { from, to, sessions, location, cropType, area, status, ahead, timestamp } = entry;
  const days = from === to ? format.date(from) : `${format.date(from)} – ${format.date(to)}`;
  return (
    <div className={styles.text}>
      <div className={styles.head}>
        <strong>{name ?? days}</strong>
        <span>
          {words.status[status]}
          {status === 'waiting' && ahead !== null && name === undefined ? ` · ${words.ahead(ahead)}` : ''}
        </span>
      </div>
      {name === undefined ? null : <span>{days}</span>}
      <span>{sessions.map(format.session).join(', ')}</span>
      <span className={styles.quiet}>
        {location} · {crops[cropType.name] ?? cropType.name} · {format.area(area)} · {words.since(format.moment(timestamp))}
      </span>
    </div>
  );
}
