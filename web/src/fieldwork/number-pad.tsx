import { IconBackspace } from '../icons/backspace.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import styles from './number-pad.module.css';
import { fieldWords } from './words.ts';

interface NumberPadProps {
  /** Key below the 7: decimal separator, three zeros, or none. */
  extra?: '.' | '000' | undefined;
  press(key: string): void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Number pad with large keys. */
export function NumberPad({ extra, press }: NumberPadProps) {
  const words = useWords(fieldWords);
  const point = usePoint();
  return (
    <fieldset className={styles.pad}>
      <legend className="visually-hidden">{words.pad}</legend>
      {digits.map((digit) => (
        <button key={digit} type="button" className={styles.key} onClick={() => press(digit)}>
          {digit}
        </button>
      ))}
      {extra === undefined ? (
        <span />
      ) : (
        <button
          type="button"
          className={styles.key}
          onClick={() => press(extra)}
          {...(extra === '.' ? { 'aria-label': words.decimalPoint } : {})}
        >
          {extra === '.' ? point : extra}
        </button>
      )}
      <button type="button" className={styles.key} onClick={() => press('0')}>
        0
      </button>
      <button type="button" className={styles.key} aria-label={words.delete} onClick={() => press('back')}>
        <IconBackspace size={28} aria-hidden />
      </button>
    </fieldset>
  );
}

/** Decimal separator of the user's language. */
export function usePoint(): string {
  return useLanguage().language === 'vi' ? ',' : '.';
}

/** Maps a key of a hardware keyboard to a key of the pad. */
export function padKey(key: string): string | undefined {
  if (/^\d$/.test(key)) return key;
  if (key === '.' || key === ',') return '.';
  return key === 'Backspace' ? 'back' : undefined;
}
