import { Alert, Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { api, read } from '../api/client.ts';
import { beginSession } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { IssuerButtons } from './issuer-buttons.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import { PhoneCodeLink } from './phone-code-link.tsx';
import { byEmailOrPhone } from './sign-in-name.ts';
import { accountWords } from './words.ts';

export function SignIn() {
  const words = useWords(accountWords);
  const { required } = useWords(uiWords);
  const explain = useProblemWords();
  const queries = useQueryClient();
  const { setLanguage } = useLanguage();
  const { search } = useLocation();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: { username: (text) => (text.trim() === '' ? required : null), password: (text) => (text === '' ? required : null) },
  });
  const signIn = useAction({
    act: ({ username, password }: { username: string; password: string }) =>
      read(api.POST('/api/auth/login', { body: { ...byEmailOrPhone(username), password } })),
    // The token in the response is for API clients. The browser uses the cookie, so the user is fetched.
    onSuccess: async () => {
      const me = await beginSession(queries);
      // The app switches to the language of the account, also on a shared device.
      if (me !== null) setLanguage(me.language);
    },
    showsOwnErrors: true,
  });
  useEffect(() => {
    document.title = words.signIn;
  }, [words]);
  return (
    <Stack gap="lg">
      <Title order={1}>{words.signIn}</Title>
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack>
          {signIn.isError ? (
            <Alert color="clay" role="alert">
              {explain(signIn.error)}
            </Alert>
          ) : null}
          <TextInput
            label={words.emailOrPhone}
            autoComplete="username"
            inputMode="email"
            key={form.key('username')}
            {...form.getInputProps('username')}
          />
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            {words.signIn}
          </Button>
        </Stack>
      </form>
      <PasskeySignIn />
      <PhoneCodeLink to="/sign-in/phone" name="signIn" />
      <IssuerButtons />
      <Group justify="space-between">
        <Anchor component={Link} to={`/forgot${search}`}>
          {words.forgot}
        </Anchor>
      </Group>
      <Stack gap="xs">
        <Text>{words.noAccount}</Text>
        <Button component={Link} to={`/sign-up${search}`} variant="default" fullWidth>
          {words.signUp}
        </Button>
      </Stack>
    </Stack>
  );
}
