import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { fieldWords } from '../ui/field-words.ts';
import { InfiniteList } from '../ui/infinite-list.tsx';
import { useLanguage, useWords } from '../ui/language.tsx';
import styles from '../ui/list-rows.module.css';
import { Segments } from '../ui/segments.tsx';
import { stateWords } from '../ui/state-words.ts';
import { type Outcome, type SheetImport, type SheetRow, useRows } from './import-queries.ts';
import { importWords } from './import-words.ts';

const outcomes = ['new', 'changed', 'refused', 'same'] as const;

/** The rows of a checked file, filtered by what happens to them. */
export function ImportedRows({ sheet }: { sheet: SheetImport }) {
  const words = useWords(importWords);
  const { counts, rows } = sheet;
  const [shown, setShown] = useState<Outcome | 'all'>(counts.refused > 0 ? 'refused' : 'all');
  const list = useRows(sheet, shown === 'all' ? undefined : shown);
  const choices = outcomes.map((value) => ({ value, label: words.count(words.outcomes[value] ?? value, counts[value]) }));
  return (
    <Stack>
      <Segments<Outcome | 'all'>
        aria-label={words.filter}
        value={shown}
        onChange={setShown}
        data={[{ value: 'all', label: words.all(rows) }, ...choices]}
      />
      <InfiniteList list={list} empty={<Text c="dimmed">{words.noRows}</Text>}>
        {(found) => (
          <ul className={styles.list}>
            {found.map((row) => (
              <li key={row.row} className={styles.row}>
                <span className={styles.main}>
                  <span className={styles.name}>{row.label === '' ? words.row(row.row) : row.label}</span>
                  <span className={styles.note}>
                    {row.label === '' ? null : words.row(row.row)}
                    <Details row={row} sheet={sheet} />
                  </span>
                </span>
                <span>{words.outcome[row.outcome]}</span>
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </Stack>
  );
}

function Details({ row: { details }, sheet: { fields } }: { row: SheetRow; sheet: SheetImport }) {
  const words = useWords(importWords);
  const states = useWords(stateWords);
  const { language } = useLanguage();
  const nameOf = (field: string) => fields.find((known) => known.field === field)?.[language] ?? field;
  const shown = (field: string, value: string | null) =>
    value === null ? words.nothing : ({ crop: states.crop, ...words.values }[field]?.[value] ?? value);
  return details.map(({ field, from, to, message }) => {
    const change = from === null && to === null ? '' : words.from(shown(field, from), shown(field, to));
    const reason = message === null ? '' : fieldWords(language, message);
    return (
      <span key={field} className={styles.note}>
        {`${nameOf(field)}: ${[change, reason].filter((text) => text !== '').join('. ')}`}
      </span>
    );
  });
}
