import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useWords } from '../ui/language.tsx';
import { webhookWords } from './webhook-words.ts';

/** Shows a secret once. It is only in the memory of this page, not in a store or an address. */
export function SecretShown({ secret, close }: { secret: string; close(): void }) {
  const words = useWords(webhookWords);
  return (
    <Alert color="sky" icon={<IconKey aria-hidden />} title={words.secretTitle} role="status">
      <Stack>
        <Text>{words.secretText}</Text>
        <TextInput label={words.secret} value={secret} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        <Group>
          {/* On plain http origins the browser has no clipboard; the field selects its text on focus. */}
          {'clipboard' in navigator ? (
            <CopyButton value={secret} timeout={4000}>
              {({ copied, copy }) => (
                <Button leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />} onClick={copy}>
                  <span aria-live="polite">{copied ? words.copied : words.copy}</span>
                </Button>
              )}
            </CopyButton>
          ) : null}
          <Button variant="default" onClick={close}>
            {words.goOn}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
