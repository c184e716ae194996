import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isFarOff } from './far-off-rules.ts';
import { useFormat } from './format.ts';
import { useWords } from './language.tsx';
import { uiWords } from './words.ts';

export interface AmountEntry {
  /** The name of the field, if the form has several. */
  label?: string;
  amount: number;
  /** The last price, or what is due; undefined: there is none. */
  last: number | undefined;
  /** `last` is what is to be paid. */
  isDue?: true;
}

/** Asks before an amount is used that is 100 times off the last one. `question` belongs above the button of the form. */
export function useFarOffQuestion() {
  const words = useWords(uiWords);
  const format = useFormat();
  const [asked, setAsked] = useState<{ entries: AmountEntry[]; proceed(): void }>();
  const check = (entries: readonly AmountEntry[], proceed: () => void) => {
    const farOff = entries.filter(({ amount, last }) => isFarOff(amount, last));
    if (farOff.length === 0) {
      setAsked(undefined);
      proceed();
    } else setAsked({ entries: farOff, proceed });
  };
  const question =
    asked === undefined ? null : (
      <Alert color="yellow" role="alert" title={words.farOffTitle}>
        <Stack gap="xs">
          {asked.entries.map(({ label, amount, last = 0, isDue }) => (
            <Text key={label ?? ''}>
              {label === undefined ? '' : `${label}: `}
              {(isDue ? words.farOffDue : words.farOff)(format.exactMoney(amount), format.exactMoney(last))}
            </Text>
          ))}
          <Group gap="xs">
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {words.farOffChange}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setAsked(undefined);
                asked.proceed();
              }}
            >
              {words.farOffKeep}
            </Button>
          </Group>
        </Stack>
      </Alert>
    );
  return { check, question };
}
