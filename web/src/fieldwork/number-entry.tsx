import { useEffect, useId, useRef } from 'react';
import { useLanguage } from '../ui/language.tsx';
import styles from './number-pad.module.css';
import { padKey, usePoint } from './number-pad.tsx';

interface NumberEntryProps {
  label: string;
  hint: string;
  value: string;
  active: boolean;
  error?: string | undefined;
  autoFocus?: boolean;
  press(key: string): void;
  onFocus(): void;
}

/** A number input for the number pad or a hardware keyboard; the on-screen keyboard of the phone is suppressed. */
export function NumberEntry({ label, hint, value, active, error, autoFocus = false, press, onFocus }: NumberEntryProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { language } = useLanguage();
  const point = usePoint();
  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  const [whole = '', fraction] = value.split('.');
  const grouped = whole === '' ? '' : new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB').format(BigInt(whole));
  return (
    <label className={styles.entry} data-active={active || undefined} htmlFor={id}>
      <span>{label}</span>
      <input
        ref={input}
        id={id}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== undefined}
        inputMode="none"
        autoComplete="off"
        placeholder="0"
        value={fraction === undefined ? grouped : `${grouped}${point}${fraction}`}
        onFocus={onFocus}
        onChange={() => undefined}
        onPaste={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          const key = padKey(event.key);
          if (key === undefined || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          press(key);
        }}
      />
      <span id={`${id}-hint`} className={styles.entryHint}>
        {hint}
      </span>
    </label>
  );
}
