import { type ReactNode, useId } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Value> {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  value: Value;
  onChange(value: NoInfer<Value>): void;
  data: readonly { value: Value; label: ReactNode }[];
  /** Uses the full width, with segments of equal width. */
  fullWidth?: boolean;
  className?: string | undefined;
}

/** Segmented control. It uses native radio buttons, so the usual keys work. */
export function Segments<Value extends string>({
  value,
  onChange,
  data,
  fullWidth = false,
  className = '',
  ...name
}: SegmentsProps<Value>) {
  const group = useId();
  return (
    <div role="radiogroup" {...name} className={`${styles.segments} ${className}`} data-wide={fullWidth || undefined}>
      {data.map(({ value: own, label }) => (
        <label key={own} className={styles.segment}>
          <input type="radio" name={group} value={own} checked={own === value} onChange={() => onChange(own)} />
          {label}
        </label>
      ))}
    </div>
  );
}
