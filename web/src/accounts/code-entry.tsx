import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { phoneCodeWords } from './phone-code-words.ts';

const digits = 6;
/** A pasted or filled-in code may have spaces or the words of the SMS around it. */
const digitsIn = (text: string): string => text.replace(/\D/g, '').slice(0, digits);

interface CodeEntryProps {
  phoneNumber: string;
  repeatSeconds: number;
  /** Sends another code. */
  send(): Promise<unknown>;
  onCode(code: string): void;
  isPending: boolean;
  error: unknown;
  /** Back to the number. */
  onBack(): void;
  /** What to do without a code. */
  help?: ReactNode;
  /** Fields besides the code: it is sent with the button then, not by its last digit. */
  children?: ReactNode;
  /** Label of the button. */
  action: string;
}

/** Second screen: the code. It is sent as soon as it has six digits. */
export function CodeEntry({ phoneNumber, repeatSeconds, send, onCode, isPending, error, onBack, help, children, action }: CodeEntryProps) {
  const words = useWords(phoneCodeWords);
  const explain = useProblemWords();
  const [code, setCode] = useState('');
  const [secondsLeft, setSecondsLeft] = useState(repeatSeconds);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSecondsLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const again = useAction({
    act: send,
    onSuccess: () => {
      setCode('');
      setSecondsLeft(repeatSeconds);
    },
    showsOwnErrors: true,
  });
  const shown = again.isError ? again.error : again.isPending ? null : error;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === digits) onCode(code);
      }}
    >
      <Stack>
        <Text>{words.codeHint(phoneNumber)}</Text>
        {shown ? (
          <Alert color="clay" role="alert">
            {explain(shown)}
          </Alert>
        ) : again.isSuccess ? (
          <Alert color="leaf" role="status">
            {words.sentAgain}
          </Alert>
        ) : null}
        <TextInput
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={({ currentTarget }) => {
            const next = digitsIn(currentTarget.value);
            setCode(next);
            if (children === undefined && next.length === digits && next !== code && !isPending) onCode(next);
          }}
        />
        {children}
        <Button type="submit" fullWidth loading={isPending} disabled={code.length < digits}>
          {action}
        </Button>
        <Group grow>
          <Button variant="default" onClick={onBack}>
            {words.changeNumber}
          </Button>
          <Button variant="default" disabled={isWaiting} loading={again.isPending} onClick={() => again.mutate()}>
            {isWaiting ? words.sendAgainIn(secondsLeft) : words.sendAgain}
          </Button>
        </Group>
        {help === undefined ? null : <Text c="dimmed">{help}</Text>}
      </Stack>
    </form>
  );
}
