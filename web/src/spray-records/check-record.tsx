import { Alert, Button, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { OutsideFrame } from '../accounts/outside-frame.tsx';
import { api, read } from '../api/client.ts';
import { IconAlertTriangle } from '../icons/alert-triangle.ts';
import { IconCircleCheck } from '../icons/circle-check.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { recordWords } from './record-words.ts';

/** Number and hash of a link on a printed record: `#SR-000012:5f2b…`. */
function printedIn(hash: string): { number: string; hash: string } {
  const [number = '', code = ''] = hash.slice(1).split(':');
  return /^[\w-]{0,40}$/.test(number) && /^[0-9a-f]{0,64}$/.test(code) ? { number, hash: code } : { number: '', hash: '' };
}

/** The public check of a printed record, for anyone. */
export function CheckRecord() {
  const { check: words } = useWords(recordWords);
  const [typed, setTyped] = useState(() => printedIn(location.hash));
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  const check = useAction({ act: (body: { number: string; hash: string }) => read(api.POST('/api/auth/spray-record-check', { body })) });
  const change = (changes: Partial<typeof typed>) => {
    check.reset();
    setTyped({ ...typed, ...changes });
  };
  const canCheck = typed.number.trim() !== '' && typed.hash.trim() !== '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canCheck) check.mutate({ number: typed.number.trim(), hash: typed.hash.trim() });
  };
  return (
    <OutsideFrame>
      <Stack gap="lg">
        <Title order={1}>{words.title}</Title>
        <Text>{words.text}</Text>
        <form onSubmit={send} noValidate>
          <Stack>
            <TextInput
              label={words.number}
              autoComplete="off"
              maxLength={40}
              value={typed.number}
              onChange={(event) => change({ number: event.currentTarget.value })}
            />
            <Textarea
              label={words.hash}
              autoComplete="off"
              autosize
              minRows={2}
              maxLength={200}
              value={typed.hash}
              onChange={(event) => change({ hash: event.currentTarget.value })}
            />
            {check.data === undefined ? null : check.data.genuine ? (
              <Alert color="leaf" role="status" icon={<IconCircleCheck aria-hidden />}>
                {words.genuine}
              </Alert>
            ) : (
              <Alert color="clay" role="status" icon={<IconAlertTriangle aria-hidden />}>
                {words.notGenuine}
              </Alert>
            )}
            <Button type="submit" loading={check.isPending} disabled={!canCheck}>
              {words.check}
            </Button>
          </Stack>
        </form>
      </Stack>
    </OutsideFrame>
  );
}
