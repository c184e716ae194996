import { Text, TextInput } from '@mantine/core';
import { IconChevronDown } from '../icons/chevron-down.ts';
import disclosure from '../ui/disclosure.module.css';
import { useWords } from '../ui/language.tsx';
import { type Answers, endFields, numberFields, problemOf } from './answers.ts';
import { recordWords } from './record-words.ts';
import styles from './records.module.css';

interface RecordEndProps {
  answers: Answers;
  /** The labels of the mix ask for a buffer. */
  asksForBuffers: boolean;
  /** Source of the forecast that the record takes over; null: there is none. */
  forecastSource: string | null;
  onChange(answers: Answers): void;
}

/** Buffers that were kept, and the weather at the end of the work: filled in or closed, so that the report stays short. */
export function RecordEnd({ answers, asksForBuffers, forecastSource, onChange }: RecordEndProps) {
  const { form: words } = useWords(recordWords);
  const change = (field: keyof Answers['texts'], text: string) => onChange({ ...answers, texts: { ...answers.texts, [field]: text } });
  return (
    <section aria-label={words.endTitle}>
      {asksForBuffers ? (
        <TextInput
          size="lg"
          label={words.buffersKept}
          maxLength={500}
          autoComplete="off"
          value={answers.texts.buffersKept ?? ''}
          onChange={({ currentTarget }) => change('buffersKept', currentTarget.value)}
        />
      ) : null}
      <details className={`${disclosure.disclosure} ${styles.end}`}>
        <summary>
          {`${words.endWeather}: ${forecastSource === null ? words.endWeatherUnknown : words.endWeatherKnown(forecastSource)}`}
          <IconChevronDown size={18} aria-hidden />
        </summary>
        <Text c="dimmed" size="sm" mb="xs">
          {forecastSource === null ? words.endWeatherEnter : words.endWeatherHint}
        </Text>
        <div className={disclosure.fields}>
          {Object.values(endFields).map((field) => {
            const text = answers.texts[field] ?? '';
            const [from, to] = numberFields[field];
            return (
              <TextInput
                key={field}
                size="lg"
                label={words[field]}
                inputMode={from < 0 ? 'text' : 'decimal'}
                autoComplete="off"
                value={text}
                error={problemOf(field, text) === undefined ? undefined : words.badNumber(from, to)}
                onChange={({ currentTarget }) => change(field, currentTarget.value)}
              />
            );
          })}
        </div>
      </details>
    </section>
  );
}
