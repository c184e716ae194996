import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api, read } from '../api/client.ts';
import { useCompany } from '../api/company.tsx';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { PhoneCodeLink } from './phone-code-link.tsx';
import { byEmailOrPhone } from './sign-in-name.ts';
import { accountWords } from './words.ts';

export function Forgot() {
  const words = useWords(accountWords);
  const { required } = useWords(uiWords);
  const explain = useProblemWords();
  const { sendsMail } = useCompany();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '' },
    validate: { username: (text) => (text.trim() === '' ? required : null) },
  });
  const ask = useAction({
    act: ({ username }: { username: string }) => read(api.POST('/api/auth/password/forgot', { body: byEmailOrPhone(username) })),
    showsOwnErrors: true,
  });
  useEffect(() => {
    document.title = words.forgotTitle;
  }, [words]);
  return (
    <Stack gap="lg">
      <Title order={1}>{words.forgotTitle}</Title>
      {!sendsMail ? (
        <Text>{words.noLinks}</Text>
      ) : ask.isSuccess ? (
        <Alert color="leaf" role="status">
          {words.linkSent}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
          <Stack>
            <Text>{words.forgotText}</Text>
            {ask.isError ? (
              <Alert color="clay" role="alert">
                {explain(ask.error)}
              </Alert>
            ) : null}
            <TextInput label={words.emailOrPhone} autoComplete="username" key={form.key('username')} {...form.getInputProps('username')} />
            <Button type="submit" fullWidth loading={ask.isPending}>
              {words.sendLink}
            </Button>
          </Stack>
        </form>
      )}
      <PhoneCodeLink to="/forgot/phone" name="signIn" />
      {sendsMail ? <Text c="dimmed">{words.noMail}</Text> : null}
      <Anchor component={Link} to="/sign-in">
        {words.signIn}
      </Anchor>
    </Stack>
  );
}
