import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../ui/language.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { pinWords } from './pin-words.ts';

interface BanOverrideProps {
  /** What the service says about the crew; undefined: closed. */
  message: string | undefined;
  busy: boolean;
  onSend(reason: string): void;
  close(): void;
}

/** Asks for the reason to assign a crew that a ban rules out. */
export function BanOverride({ message, busy, onSend, close }: BanOverrideProps) {
  const words = useWords(pinWords);
  return (
    <Sheet opened={message !== undefined} close={close} title={words.overrideTitle}>
      {message === undefined ? null : <Reason message={message} busy={busy} onSend={onSend} />}
    </Sheet>
  );
}

function Reason({ message, busy, onSend }: { message: string; busy: boolean; onSend(reason: string): void }) {
  const words = useWords(pinWords);
  const [reason, setReason] = useState('');
  return (
    <Stack>
      <Text>{message}</Text>
      <Textarea
        label={words.overrideReason}
        description={words.overrideHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button disabled={reason.trim() === ''} loading={busy} onClick={() => onSend(reason)}>
        {words.overrideSend}
      </Button>
    </Stack>
  );
}
