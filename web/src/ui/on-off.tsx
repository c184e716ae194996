import { IconBan } from '../icons/ban.ts';
import { IconCheck } from '../icons/check.ts';
import styles from './list-rows.module.css';

/** Badge for active or inactive: colour, icon and text together. */
export function OnOff({ on, words }: { on: boolean; words: { on: string; off: string } }) {
  const Icon = on ? IconCheck : IconBan;
  return (
    <span className={styles.state} data-on={on || undefined}>
      <Icon size={18} aria-hidden />
      {on ? words.on : words.off}
    </span>
  );
}
