import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { IconX } from '../../icons/x.ts';
import { useWords } from '../../ui/language.tsx';
import { UndoButton } from '../../ui/undo-button.tsx';
import styles from './bulk.module.css';
import { useUndo, useUndoable } from './bulk-action.ts';
import { bulkWords } from './bulk-words.ts';

/** The last action on several orders, as long as it can be undone. */
export function UndoNotice() {
  const words = useWords(bulkWords);
  const undoable = useUndoable();
  const undo = useUndo();
  const [dismissed, setDismissed] = useState<number>();
  const last = undoable.data?.content[0];
  if (last === undefined || last.id === dismissed) return null;
  return (
    <section className={styles.bar} aria-label={words.undo}>
      <span>{words.undoable(words.done[last.action](last.orderIds.length), last.by)}</span>
      <UndoButton isPending={undo.isPending} onUndo={() => undo.mutate(last.id)} />
      <ActionIcon variant="subtle" color="gray" onClick={() => setDismissed(last.id)} aria-label={words.dismiss} title={words.dismiss}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </section>
  );
}
