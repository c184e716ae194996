import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '../icons/check.ts';
import { IconCopy } from '../icons/copy.ts';
import { IconKey } from '../icons/key.ts';
import { useWords } from '../ui/language.tsx';
import { webhookWords } from './webhook-words.ts';

interface SecretShownProps {
  secret: string;
  close(): void;
  /** Default: those of the secret of a webhook. */
  words?: { title: string; text: string; label: string; goOn: string };
}

/** Shows a secret once. It is only in the memory of this page, not in a store or an address. */
export function SecretShown({ secret, close, words: given }: SecretShownProps) {
  const words = useWords(webhookWords);
  const { title, text, label, goOn } = given ?? {
    title: words.secretTitle,
    text: words.secretText,
    label: words.secret,
    goOn: words.goOn,
  };
  return (
    <Alert color="sky" icon={<IconKey aria-hidden />} title={title} role="status">
      <Stack>
        <Text>{text}</Text>
        <TextInput label={label} value={secret} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
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
            {goOn}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
