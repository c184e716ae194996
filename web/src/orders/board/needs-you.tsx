import { Link } from 'react-router';
import { IconInbox } from '../../icons/inbox.ts';
import { useWords } from '../../ui/language.tsx';
import { attentionReasons, useAttentionCount } from '../to-do/attention.ts';
import { inboxWords } from '../to-do/inbox-words.ts';
import { reasonIcons } from '../to-do/to-do-icons.ts';
import styles from './board.module.css';
import { boardWords } from './board-words.ts';

/** Number of to-do items of the office by reason. */
export function NeedsYou() {
  const words = useWords(boardWords);
  const { short } = useWords(inboxWords);
  const { data } = useAttentionCount();
  if (data === undefined) return null;
  const waiting = attentionReasons.filter((reason) => data.byReason[reason] > 0);
  return (
    <nav className={styles.needs} aria-label={words.needsYou}>
      <span className={styles.needsTitle}>
        <IconInbox size={20} aria-hidden /> {waiting.length === 0 ? words.nothingWaits : words.needsYou}
      </span>
      {waiting.map((reason) => {
        const Icon = reasonIcons[reason];
        return (
          <Link key={reason} to={`/inbox#${reason}`} className={styles.need ?? ''} data-reason={reason}>
            <Icon size={18} aria-hidden />
            <strong>{data.byReason[reason]}</strong> {short[reason]}
          </Link>
        );
      })}
    </nav>
  );
}
