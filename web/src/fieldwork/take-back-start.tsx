import { Button, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { IconArrowBackUp } from '../icons/arrow-back-up.ts';
import { useWords } from '../ui/language.tsx';
import { startedKey, useTakeBackStart } from './field-actions.ts';
import type { Order } from './jobs.ts';
import { notSprayedWords } from './not-sprayed-words.ts';

/** The service allows it for so long after the start. */
const takeBackMs = 5 * 60_000;

/** For a start that was tapped by mistake on this phone; disappears when it is too late. */
export function TakeBackStart({ order }: { order: Order }) {
  const words = useWords(notSprayedWords);
  const takeBack = useTakeBackStart(order);
  const { data: started = {} } = useQuery<Record<number, string>>({ queryKey: startedKey, queryFn: skipToken });
  const startedAt = started[order.id];
  const [, setExpired] = useState(0);
  const leftMs = startedAt === undefined ? 0 : Date.parse(startedAt) + takeBackMs - Date.now();
  useEffect(() => {
    if (startedAt === undefined) return;
    const timer = setTimeout(() => setExpired((count) => count + 1), Math.max(0, Date.parse(startedAt) + takeBackMs - Date.now()));
    return () => clearTimeout(timer);
  }, [startedAt]);
  if (leftMs <= 0) return null;
  return (
    <div>
      <Text c="dimmed">{words.takeBackText}</Text>
      <Button variant="subtle" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={takeBack}>
        {words.takeBack}
      </Button>
    </div>
  );
}
