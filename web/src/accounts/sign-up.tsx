import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { beginSession } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { isEmailOrNothing, isPhoneNumber } from '../ui/contact-rules.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { uiWords } from '../ui/words.ts';
import { IssuerButtons } from './issuer-buttons.tsx';
import { isGoodPassword, PasswordField } from './password-field.tsx';
import { PhoneCodeLink } from './phone-code-link.tsx';
import { accountWords } from './words.ts';

interface Fields extends Record<string, string> {
  fullName: string;
  phoneNumber: string;
  email: string;
  password: string;
}

export function SignUp() {
  const words = useWords(accountWords);
  const { required } = useWords(uiWords);
  const { language } = useLanguage();
  const explain = useProblemWords();
  const queries = useQueryClient();
  const { search } = useLocation();
  const need = (text: string) => (text.trim() === '' ? required : null);
  const showFieldErrors = useFieldErrors();
  const form = useForm<Fields>({
    mode: 'uncontrolled',
    initialValues: { fullName: '', phoneNumber: '', email: '', password: '' },
    validate: {
      fullName: need,
      phoneNumber: (text) => need(text) ?? (isPhoneNumber(text) ? null : words.badPhone),
      email: (text) => (isEmailOrNothing(text) ? null : words.badEmail),
      password: (text) => (isGoodPassword(text) ? null : words.passwordWeak),
    },
  });
  const signUp = useAction({
    act: async ({ email, ...fields }: Fields) => {
      await read(api.POST('/api/auth/register', { body: { ...fields, ...(email.trim() === '' ? {} : { email: email.trim() }) } }));
      // The language of messages is the language of the app.
      await api.PATCH('/api/common/profile', { body: { language } }).catch(() => undefined);
    },
    onSuccess: () => beginSession(queries),
    onError: (error) => showFieldErrors(form, error),
    showsOwnErrors: true,
  });
  const hasAccount = signUp.error instanceof Problem && signUp.error.code === 'ACCOUNT_EXISTS';
  useEffect(() => {
    document.title = words.signUpTitle;
  }, [words]);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{words.signUpTitle}</Title>
        <Text c="dimmed">{words.signUpText}</Text>
      </div>
      <form onSubmit={form.onSubmit((values) => signUp.mutate(values))} noValidate>
        <Stack>
          {signUp.isError ? (
            <Alert color="clay" role="alert">
              {explain(signUp.error)}
              {hasAccount ? ` ${words.signInInstead}` : null}
            </Alert>
          ) : null}
          <TextInput label={words.fullName} autoComplete="name" key={form.key('fullName')} {...form.getInputProps('fullName')} />
          <TextInput
            label={words.phone}
            description={words.phoneHint}
            type="tel"
            autoComplete="tel"
            key={form.key('phoneNumber')}
            {...form.getInputProps('phoneNumber')}
          />
          <TextInput
            label={`${words.email} (${words.optional})`}
            type="email"
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={signUp.isPending}>
            {words.create}
          </Button>
        </Stack>
      </form>
      <PhoneCodeLink to="/sign-up/phone" name="signUp" />
      <IssuerButtons />
      <Text>
        {words.haveAccount}{' '}
        <Anchor component={Link} to={`/sign-in${search}`}>
          {words.signIn}
        </Anchor>
      </Text>
    </Stack>
  );
}
