import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { formatPhone } from '../ui/phone-number.ts';
import { useProblemWords } from '../ui/problem-words.ts';
import { CodeEntry } from './code-entry.tsx';
import { phoneCodeWords } from './phone-code-words.ts';

export const ownPhoneKey = ['own-phone'] as const;
const ownPhoneQuery = queryOptions({ queryKey: ownPhoneKey, queryFn: ({ signal }) => read(api.GET('/api/common/phone', { signal })) });

/** Confirmation of the own number, with which one can then sign in by code. A confirmed number is shown only if codes are sent by SMS. */
export function OwnPhone({ invalidates = [] }: { invalidates?: readonly QueryKey[] }) {
  const words = useWords(phoneCodeWords);
  const explain = useProblemWords();
  const { data: phone } = useQuery(ownPhoneQuery);
  const [repeatSeconds, setRepeatSeconds] = useState<number>();
  const send = () => read(api.POST('/api/common/phone/code'));
  const begin = useAction({ act: send, onSuccess: (sent) => setRepeatSeconds(sent.repeatSeconds), showsOwnErrors: true });
  const confirm = useAction({
    act: (code: string) => read(api.POST('/api/common/phone/verification', { body: { code } })),
    invalidates: [ownPhoneKey, ...invalidates],
    successMessage: words.done,
    onSuccess: () => setRepeatSeconds(undefined),
    showsOwnErrors: true,
  });
  if (phone === undefined || phone.phoneNumber === null || (phone.confirmed && !phone.canVerify)) return null;
  const number = formatPhone(phone.phoneNumber);
  const isTaken = confirm.error instanceof Problem && confirm.error.code === 'ACCOUNT_EXISTS';
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{phone.confirmed ? words.confirmTitle : words.unconfirmedTitle}</Title>
        {phone.confirmed ? (
          <Text>{phone.verified ? words.confirmed(number) : words.notConfirmed(number)}</Text>
        ) : (
          <>
            <Text>{words.unconfirmed(number)}</Text>
            <Text>{phone.canVerify ? words.confirmByCode : words.confirmByCall}</Text>
          </>
        )}
        {phone.verified || !phone.canVerify ? null : repeatSeconds === undefined ? (
          <>
            {begin.isError ? (
              <Alert color="clay" role="alert">
                {explain(begin.error)}
              </Alert>
            ) : null}
            <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
              {words.confirm}
            </Button>
          </>
        ) : isTaken ? (
          <Alert color="clay" role="alert">
            {words.takenHere}
          </Alert>
        ) : (
          <CodeEntry
            phoneNumber={number}
            repeatSeconds={repeatSeconds}
            send={send}
            onCode={(code) => confirm.mutate(code)}
            isPending={confirm.isPending}
            error={confirm.error}
            onBack={() => {
              confirm.reset();
              setRepeatSeconds(undefined);
            }}
            action={words.confirm}
          />
        )}
      </Stack>
    </Card>
  );
}
