import { Text, TextInput } from '@mantine/core';
import disclosure from '../ui/disclosure.module.css';
import { useWords } from '../ui/language.tsx';
import { type MeasuredError, type MeasuredField, measuredFields, type Typed } from './measured-rules.ts';
import { startWords } from './start-words.ts';

export interface MeasuredFieldsProps {
  typed: Typed;
  onChange(typed: Typed): void;
  errors: Partial<Record<MeasuredField, MeasuredError>>;
}

export function MeasuredFields({ typed, onChange, errors }: MeasuredFieldsProps) {
  const words = useWords(startWords);
  const labels = { windKmh: words.wind, gustKmh: words.gusts, temperatureC: words.temperature, humidityPercent: words.humidity };
  return (
    <>
      <Text c="dimmed" size="sm" mb="xs">
        {words.measureHint}
      </Text>
      <div className={disclosure.fields}>
        {(Object.keys(measuredFields) as MeasuredField[]).map((field) => {
          const { from, to, unit } = measuredFields[field];
          const error = errors[field];
          return (
            <TextInput
              key={field}
              size="lg"
              label={`${labels[field]} (${unit})`}
              inputMode={from < 0 ? 'text' : 'decimal'}
              autoComplete="off"
              value={typed[field] ?? ''}
              error={error === undefined ? undefined : error === 'missing' ? words.needWind : words.outOfRange(from, to)}
              onChange={(event) => onChange({ ...typed, [field]: event.currentTarget.value })}
            />
          );
        })}
      </div>
    </>
  );
}
