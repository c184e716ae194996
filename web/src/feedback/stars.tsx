import { Text } from '@mantine/core';
import { useId } from 'react';
import { IconStar } from '../icons/star.ts';
import { IconStarFilled } from '../icons/star-filled.ts';
import { useWords } from '../ui/language.tsx';
import { rateWords } from './rate-words.ts';
import styles from './stars.module.css';

interface StarsProps {
  label: string;
  /** 0: not chosen yet. */
  value: number;
  onChange(value: number): void;
  error?: string | undefined;
}

/** Five radio buttons displayed as stars, with arrow keys and accessible labels. */
export function Stars({ label, value, onChange, error }: StarsProps) {
  const words = useWords(rateWords);
  const name = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {[1, 2, 3, 4, 5].map((count) => (
          <label key={count} className={styles.star} data-on={count <= value || undefined}>
            <input
              type="radio"
              name={name}
              value={count}
              checked={value === count}
              onChange={() => onChange(count)}
              className={styles.input}
              aria-label={`${words.stars(count)}, ${words.levels[count]}`}
            />
            {count <= value ? <IconStarFilled size={32} aria-hidden /> : <IconStar size={32} stroke={1.5} aria-hidden />}
          </label>
        ))}
        <Text span c="dimmed" className={styles.level ?? ''} aria-hidden>
          {words.levels[value]}
        </Text>
      </div>
      {error === undefined ? null : (
        <p className={styles.error} id={`${name}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
