import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { beginSession } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { oidcWords } from './oidc-words.ts';
import { accountWords } from './words.ts';

/** A farmer who has signed in at an issuer and has no account yet: asks for what the issuer does not know. */
export function OidcRegistration() {
  const words = useWords(oidcWords);
  const explain = useProblemWords();
  const registration = useQuery({
    queryKey: ['oidc-registration'],
    queryFn: ({ signal }) => read(api.GET('/api/auth/oidc/registration', { signal })),
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = words.registerTitle;
  }, [words]);
  if (registration.isError)
    return (
      <Stack gap="lg">
        <Title order={1}>{words.failedTitle}</Title>
        <Alert color="clay" role="alert">
          {explain(registration.error)}
        </Alert>
        <Button component={Link} to="/sign-in">
          {words.backToSignIn}
        </Button>
      </Stack>
    );
  return (
    <Stack gap="lg">
      <Title order={1}>{words.registerTitle}</Title>
      {registration.data === undefined ? <Loading lines={2} /> : <RegistrationForm registration={registration.data} />}
    </Stack>
  );
}

function RegistrationForm({ registration: { issuer, email, fullName } }: { registration: Shape<'OidcRegistration'> }) {
  const words = useWords(oidcWords);
  const account = useWords(accountWords);
  const { required } = useWords(uiWords);
  const { language } = useLanguage();
  const explain = useProblemWords();
  const queries = useQueryClient();
  const showFieldErrors = useFieldErrors();
  const need = (text: string) => (text.trim() === '' ? required : null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fullName: fullName ?? '', phoneNumber: '' },
    validate: { fullName: need, phoneNumber: need },
  });
  const register = useAction({
    act: async (body: Shape<'NewOidcRegistration'>) => {
      await read(api.POST('/api/auth/oidc/register', { body }));
      // The language of messages is the language of the app.
      await api.PATCH('/api/common/profile', { body: { language } }).catch(() => undefined);
    },
    // The frame of this page goes on to the address after the sign-in.
    onSuccess: () => beginSession(queries),
    onError: (error) => showFieldErrors(form, error),
    showsOwnErrors: true,
  });
  return (
    <>
      <Text c="dimmed">{words.registerText(issuer)}</Text>
      <form onSubmit={form.onSubmit((values) => register.mutate(values))} noValidate>
        <Stack>
          {register.isError ? (
            <Alert color="clay" role="alert">
              {explain(register.error)}
            </Alert>
          ) : null}
          <TextInput label={words.verifiedEmail} value={email} readOnly />
          <TextInput label={account.fullName} autoComplete="name" key={form.key('fullName')} {...form.getInputProps('fullName')} />
          <TextInput
            label={account.phone}
            description={account.phoneHint}
            type="tel"
            autoComplete="tel"
            key={form.key('phoneNumber')}
            {...form.getInputProps('phoneNumber')}
          />
          <Button type="submit" fullWidth loading={register.isPending}>
            {words.create}
          </Button>
        </Stack>
      </form>
    </>
  );
}
