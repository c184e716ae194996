import { Button } from '@mantine/core';
import { IconArrowBackUp } from '../icons/arrow-back-up.ts';
import { useWords } from './language.tsx';
import { uiWords } from './words.ts';

/** Takes back what was done for many orders at once. */
export function UndoButton({ isPending, onUndo }: { isPending: boolean; onUndo(): void }) {
  const words = useWords(uiWords);
  return (
    <Button variant="default" leftSection={<IconArrowBackUp size={20} aria-hidden />} loading={isPending} onClick={onUndo}>
      {words.undo}
    </Button>
  );
}
