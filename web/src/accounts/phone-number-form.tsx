import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { phoneCodeWords } from './phone-code-words.ts';
import { accountWords } from './words.ts';

export interface SentCode {
  fullName: string;
  phoneNumber: string;
  repeatSeconds: number;
}

/** Requests a code by SMS. */
export function useSendCode(purpose: Shape<'PhoneCodeRequest'>['purpose']) {
  const { language } = useLanguage();
  return (phoneNumber: string) => read(api.POST('/api/auth/phone-code', { body: { purpose, phoneNumber, language } }));
}

interface PhoneNumberFormProps {
  purpose: Shape<'PhoneCodeRequest'>['purpose'];
  initial: Pick<SentCode, 'fullName' | 'phoneNumber'>;
  onSent(sent: SentCode): void;
}

/** First screen: the number to which a code is sent, and the name of a new farmer. */
export function PhoneNumberForm({ purpose, initial, onSent }: PhoneNumberFormProps) {
  const words = useWords(accountWords);
  const codeWords = useWords(phoneCodeWords);
  const { required } = useWords(uiWords);
  const explain = useProblemWords();
  const showFieldErrors = useFieldErrors();
  const send = useSendCode(purpose);
  const needsName = purpose === 'registration';
  const form = useForm<{ fullName: string; phoneNumber: string }>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: {
      fullName: (text) => (needsName && text.trim() === '' ? required : null),
      phoneNumber: (text) => (text.trim() === '' ? required : null),
    },
  });
  const ask = useAction({
    act: ({ phoneNumber }: { fullName: string; phoneNumber: string }) => send(phoneNumber.trim()),
    onSuccess: ({ repeatSeconds }, { fullName, phoneNumber }) =>
      onSent({ fullName: fullName.trim(), phoneNumber: phoneNumber.trim(), repeatSeconds }),
    onError: (error) => showFieldErrors(form, error),
    showsOwnErrors: true,
  });
  return (
    <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
      <Stack>
        {ask.isError ? (
          <Alert color="clay" role="alert">
            {explain(ask.error)}
          </Alert>
        ) : null}
        {needsName ? (
          <TextInput label={words.fullName} autoComplete="name" key={form.key('fullName')} {...form.getInputProps('fullName')} />
        ) : null}
        <TextInput
          label={words.phone}
          description={codeWords.numberHint}
          type="tel"
          autoComplete="tel"
          key={form.key('phoneNumber')}
          {...form.getInputProps('phoneNumber')}
        />
        <Button type="submit" fullWidth loading={ask.isPending}>
          {codeWords.sendCode}
        </Button>
      </Stack>
    </form>
  );
}
