import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../api/problem.ts';
import { IconClockX } from '../icons/clock-x.ts';
import { useFormat } from '../ui/format.ts';
import { clockTime } from '../ui/format-rules.ts';
import { useWords } from '../ui/language.tsx';
import type { Place } from '../weather/spray-windows.ts';
import { availabilityKey, bookablePlacesFrom, type Slot } from './availability.ts';
import { takenWords } from './taken-words.ts';

export interface Taken {
  slot: Slot;
  code: string;
  /** The next free time after it. */
  next?: Slot | undefined;
}

/** Whether the service refused the chosen time. A session that was deactivated in the meantime is reported as a field error. */
const wordsByCode = {
  SESSION_FULL: 'taken',
  SESSION_CLOSED: 'closed',
  SESSION_BEGUN: 'begun',
  DATE_NOT_BOOKABLE: 'begun',
  VALIDATION_FAILED: 'gone',
} as const;
const hasOwnWords = (code: string): code is keyof typeof wordsByCode => code in wordsByCode;
export const isAboutTime = (error: unknown): boolean =>
  error instanceof Problem &&
  hasOwnWords(error.code) &&
  (error.code !== 'VALIDATION_FAILED' || error.errors.some(({ path }) => path === 'session.id'));

/** Stores a refused time and finds the next free one. */
export function useTaken() {
  const queries = useQueryClient();
  const [taken, setTaken] = useState<Taken>();
  const refused = async (slot: Slot, error: unknown, place: Place | undefined) => {
    const code = error instanceof Problem ? error.code : '';
    setTaken({ slot, code });
    void queries.invalidateQueries({ queryKey: availabilityKey });
    const start = ({ date, session }: Slot) => `${date} ${clockTime(session.startTime)}`;
    const free = await bookablePlacesFrom(slot.date, place).catch(() => []);
    const next = free.find((place) => start(place) > start(slot)) ?? free[0];
    setTaken({ slot, code, next: next && { date: next.date, session: next.session } });
  };
  return { taken, refused, forget: () => setTaken(undefined) };
}

/** "Tuesday 06:00 has just been taken. 07:00 is free." */
export function TakenAlert({ taken, onTake }: { taken: Taken; onTake(slot: Slot): void }) {
  const words = useWords(takenWords);
  const format = useFormat();
  const { slot, code, next } = taken;
  const instead = next?.date === slot.date ? clockTime(next.session.startTime) : next && format.slot(next);
  return (
    <Alert color="clay" role="alert" icon={<IconClockX aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text>
          {words[hasOwnWords(code) ? wordsByCode[code] : 'taken'](format.slot(slot))}{' '}
          {instead === undefined ? words.chooseAnother : words.isFree(instead)}
        </Text>
        {next === undefined || instead === undefined ? null : (
          <Button variant="default" onClick={() => onTake(next)}>
            {words.take(instead)}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
