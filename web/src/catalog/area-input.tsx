import { ActionIcon } from '@mantine/core';
import { useId } from 'react';
import { IconMinus } from '../icons/minus.ts';
import { IconPlus } from '../icons/plus.ts';
import { DecimalInput } from '../ui/decimal-input.tsx';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import styles from './area-input.module.css';
import { isArea, maxArea, minArea } from './area-rules.ts';
import { areaWords } from './area-words.ts';

interface AreaInputProps {
  value: number | undefined;
  onChange(area: number | undefined): void;
  error?: string | undefined;
}

/** Number input for an area, with + and − buttons. */
export function AreaInput({ value, onChange, error }: AreaInputProps) {
  const words = useWords(areaWords);
  const { unit } = useFormat();
  const id = useId();
  const step = (by: number) => onChange(Math.min(maxArea, Math.max(minArea, (value ?? 0) + by)));
  return (
    <div className={styles.area}>
      <label htmlFor={id} className={styles.label}>
        {words.area(unit)}
      </label>
      {/* For touch; with a keyboard, the arrow keys in the field do the same. */}
      <ActionIcon
        variant="default"
        size="var(--large-icon-target)"
        aria-label={words.less}
        tabIndex={-1}
        disabled={(value ?? 0) <= minArea}
        onClick={() => step(-1)}
      >
        <IconMinus size={24} aria-hidden />
      </ActionIcon>
      <DecimalInput
        id={id}
        classNames={{ input: styles.input ?? '' }}
        decimalScale={2}
        allowNegative={false}
        min={minArea}
        max={maxArea}
        clampBehavior="none"
        error={value === undefined || isArea(value) ? error : words.wrong}
        value={value ?? ''}
        onChange={(typed) => onChange(typed === '' || !Number.isFinite(Number(typed)) ? undefined : Number(typed))}
      />
      <ActionIcon variant="default" size="var(--large-icon-target)" aria-label={words.more} tabIndex={-1} onClick={() => step(1)}>
        <IconPlus size={24} aria-hidden />
      </ActionIcon>
    </div>
  );
}
