import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Shape } from '../api/client.ts';
import { useFormat } from '../ui/format.ts';
import { useWords } from '../ui/language.tsx';
import { QueryBoundary } from '../ui/states.tsx';
import { weatherWords } from '../weather/weather-words.ts';
import styles from './rebooking.module.css';
import { type RebookingRow, useChoices } from './rebooking-queries.ts';
import { rebookingWords } from './rebooking-words.ts';

interface ChoicesProps {
  id: number;
  row: RebookingRow;
  isSaving: boolean;
  onChoose(body: Shape<'RebookingRowChange'>): void;
}

/** More would be a long way to scroll on a phone. */
const shownAtFirst = 12;

/** The places that an order of the proposal could have, cheapest first. */
export function Choices({ id, row, isSaving, onChoose }: ChoicesProps) {
  const words = useWords(rebookingWords);
  const weather = useWords(weatherWords);
  const format = useFormat();
  const choices = useChoices(id, row.orderId);
  const [isAllShown, setAllShown] = useState(false);
  return (
    <QueryBoundary query={choices}>
      {({ content }) => (
        <Stack gap="xs">
          {content.slice(0, isAllShown ? undefined : shownAtFirst).map(({ date, session, verdict, cost }) => (
            <Button
              key={`${date} ${session.id}`}
              variant="default"
              justify="space-between"
              className={styles.choice ?? ''}
              rightSection={<Text span>{words.costs(cost.total)}</Text>}
              loading={isSaving}
              onClick={() => onChoose({ date, session: { id: session.id } })}
            >
              {format.date(date)}, {format.session(session)} · {weather.short[verdict]}
            </Button>
          ))}
          {isAllShown || content.length <= shownAtFirst ? null : (
            <Button variant="subtle" onClick={() => setAllShown(true)}>
              {words.more(content.length - shownAtFirst)}
            </Button>
          )}
          <Button variant="subtle" loading={isSaving} onClick={() => onChoose({ noPlace: true })}>
            {words.leave}
          </Button>
        </Stack>
      )}
    </QueryBoundary>
  );
}
