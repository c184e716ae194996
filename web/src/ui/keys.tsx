import styles from './keys.module.css';

/** Keyboard keys, rendered as <kbd>. */
export function Keys({ keys, hidden = false }: { keys: string; hidden?: boolean }) {
  return (
    <span className={styles.keys} aria-hidden={hidden || undefined}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
