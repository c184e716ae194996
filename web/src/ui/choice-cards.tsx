import type { Icon } from '../icons/icon.ts';
import styles from './choice-cards.module.css';

interface Choice<Value> {
  value: Value;
  label: string;
  note?: string;
  icon: Icon;
}

interface ChoiceCardsProps<Value> {
  legend: string;
  name: string;
  value: Value | undefined;
  onChange(value: Value): void;
  choices: Choice<Value>[];
  error?: string | undefined;
  /** For short labels: side by side also on a phone, with the icon above. */
  tiles?: boolean;
}

/** A radio group with large tap targets. It uses native radio buttons, so the usual keys work. */
export function ChoiceCards<Value extends string | number>({
  legend,
  name,
  value,
  onChange,
  choices,
  error,
  tiles = false,
}: ChoiceCardsProps<Value>) {
  return (
    <fieldset className={styles.choices} data-tiles={tiles || undefined}>
      <legend>{legend}</legend>
      {choices.map(({ value: own, label, note, icon: Icon }) => (
        <label key={own} className={styles.choice}>
          <input type="radio" name={name} value={own} checked={own === value} onChange={() => onChange(own)} />
          <Icon size={28} stroke={1.75} aria-hidden />
          <span>
            <span className={styles.label}>{label}</span>
            {note === undefined ? null : <span className={styles.note}>{note}</span>}
          </span>
        </label>
      ))}
      {error === undefined ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
