import styles from './keys.module.css';

/** A key as it looks on the keyboard. */
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
