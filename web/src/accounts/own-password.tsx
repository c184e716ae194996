import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useFieldErrors } from '../ui/field-errors.ts';
import { useWords } from '../ui/language.tsx';
import { ErrorState, Loading } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { isGoodPassword, PasswordField } from './password-field.tsx';
import { passwordKey, passwordQuery } from './password-query.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { accountWords } from './words.ts';

/** Change the password, or set a first one shortly after a sign-in. */
export function OwnPassword() {
  const words = useWords(accountWords);
  const { data: password, isError, error, refetch } = useQuery(passwordQuery);
  return (
    <Card component="section">
      <Stack>
        <Title order={2}>{password?.isSet === false ? words.firstPassword : words.changePassword}</Title>
        {password === undefined ? (
          isError ? (
            <ErrorState error={error} retry={() => void refetch()} />
          ) : (
            <Loading lines={2} />
          )
        ) : password.isSet ? (
          <ChangePassword />
        ) : password.canSetFirst ? (
          <FirstPassword />
        ) : (
          <>
            <Text>{words.signInAgainText}</Text>
            <SignOutButton label={words.signInAgain} next="/account" />
          </>
        )}
      </Stack>
    </Card>
  );
}

function ChangePassword() {
  const words = useWords(accountWords);
  const { required } = useWords(uiWords);
  const showFieldErrors = useFieldErrors();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { oldPassword: '', newPassword: '' },
    validate: {
      oldPassword: (text) => (text === '' ? required : null),
      newPassword: (text) => (isGoodPassword(text) ? null : words.passwordWeak),
    },
  });
  const change = useAction({
    act: (body: Shape<'PasswordChange'>) => read(api.POST('/api/common/password', { body })),
    successMessage: words.passwordChanged,
    onSuccess: () => form.reset(),
    onError: (error) => showFieldErrors(form, error),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack>
        <PasswordField
          label={words.oldPassword}
          autoComplete="current-password"
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordField
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" variant="default" loading={change.isPending}>
          {words.changePassword}
        </Button>
      </Stack>
    </form>
  );
}

function FirstPassword() {
  const words = useWords(accountWords);
  const queries = useQueryClient();
  const showFieldErrors = useFieldErrors();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { newPassword: '' },
    validate: { newPassword: (text) => (isGoodPassword(text) ? null : words.passwordWeak) },
  });
  const set = useAction({
    act: (body: Shape<'FirstPassword'>) => read(api.POST('/api/common/password/first', { body })),
    invalidates: [passwordKey],
    successMessage: words.passwordSet,
    onError: (error) => {
      showFieldErrors(form, error);
      // Meanwhile the sign-in may be too old, or there is a password.
      void queries.invalidateQueries({ queryKey: passwordKey });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => set.mutate(values))} noValidate>
      <Stack>
        <Text>{words.firstPasswordText}</Text>
        <PasswordField
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" variant="default" loading={set.isPending}>
          {words.firstPassword}
        </Button>
      </Stack>
    </form>
  );
}
