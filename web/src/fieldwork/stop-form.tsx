import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../ui/language.tsx';
import styles from './fieldwork.module.css';
import { startWords } from './start-words.ts';

export interface StopFormProps {
  /** What stops the work, in words. */
  reasons: readonly string[];
  /** Who made the forecast and how old it is. */
  origin?: string | undefined;
  /** Shown if the dialog does not belong to the job on the page. */
  place?: string;
  onStart(reason: string): void;
  close(): void;
}

const maxReasonLength = 500;

export function StopForm({ reasons, origin, place, onStart, close }: StopFormProps) {
  const words = useWords(startWords);
  const [reason, setReason] = useState('');
  const [isRefused, setRefused] = useState(false);
  const start = () => {
    if (reason.trim() === '') setRefused(true);
    else onStart(reason.trim());
  };
  return (
    <Stack>
      {place === undefined ? null : <Text fw={600}>{place}</Text>}
      <ul className={styles.stopReasons}>
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {origin === undefined ? null : (
        <Text c="dimmed" size="sm">
          {origin}
        </Text>
      )}
      <Text>{words.stopText}</Text>
      <Textarea
        size="lg"
        label={words.reason}
        required
        autosize
        minRows={2}
        maxLength={maxReasonLength}
        value={reason}
        error={isRefused && reason.trim() === '' ? words.needReason : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={styles.pair}>
        <Button className={styles.big} variant="default" onClick={close}>
          {words.doNotStart}
        </Button>
        <Button className={styles.big} color="clay" onClick={start}>
          {words.startAnyway}
        </Button>
      </div>
    </Stack>
  );
}
