import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from './language.tsx';
import { Sheet } from './sheet.tsx';
import { uiWords } from './words.ts';

interface ConfirmProps {
  title: string;
  text: string;
  /** Label of the confirm button: the action, not "OK". */
  action: string;
  /** Label of the cancel button, where the default does not fit. */
  keep?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm(close: () => void): void;
  /** Additional fields. */
  children?: ReactNode;
  trigger: (open: () => void) => ReactNode;
}

/** Confirmation dialog for an action that cannot be undone. */
export function Confirm({ title, text, action, keep, danger = true, busy = false, onConfirm, children, trigger }: ConfirmProps) {
  const words = useWords(uiWords);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      {trigger(() => setOpened(true))}
      <Sheet opened={opened} close={close} title={title}>
        <Stack>
          <Text>{text}</Text>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {keep ?? words.cancel}
            </Button>
            <Button color={danger ? 'clay' : 'leaf'} loading={busy} onClick={() => onConfirm(close)}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Sheet>
    </>
  );
}
