import styles from './bulk.module.css';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  onToggle(upTo: boolean): void;
}

/** A checkbox with a tap target of 44 px; with Shift it selects up to here. */
export function SelectBox({ label, checked, onToggle }: SelectBoxProps) {
  return (
    <label className={styles.box} data-select>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
