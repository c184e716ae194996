import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api, read } from '../api/client.ts';
import { type Me, useMe } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Loading } from '../ui/states.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PasswordField } from './password-field.tsx';
import { passwordQuery } from './password-query.ts';
import { byEmailOrPhone } from './sign-in-name.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { accountWords } from './words.ts';

interface SignInAgainSheetProps {
  opened: boolean;
  end(hasSignedIn: boolean): void;
}

export function SignInAgainSheet({ opened, end }: SignInAgainSheetProps) {
  const words = useWords(accountWords);
  return (
    <Sheet opened={opened} close={() => end(false)} title={words.signInAgain}>
      <SignInAgainForm onSignedIn={() => end(true)} />
    </Sheet>
  );
}

/** Every way to sign in: password and passkey here, the others on the page for it. */
function SignInAgainForm({ onSignedIn }: { onSignedIn(): void }) {
  const words = useWords(accountWords);
  const me = useMe();
  const { pathname } = useLocation();
  const password = useQuery(passwordQuery);
  const signInName = me.email ?? me.phoneNumber;
  // Another user would send the request in the name of this one.
  const end = (id: number) => (id === me.id ? onSignedIn() : location.reload());
  if (password.isPending) return <Loading lines={2} />;
  return (
    <Stack>
      <Text>{words.signInAgainReason}</Text>
      {password.data?.isSet === true && signInName !== null ? <ByPassword signInName={signInName} onSignedIn={end} /> : null}
      <PasskeySignIn onSignedIn={({ id }) => end(id)} />
      <SignOutButton label={words.signInAnotherWay} next={pathname} />
    </Stack>
  );
}

function ByPassword({ signInName, onSignedIn }: { signInName: string; onSignedIn(id: Me['id']): void }) {
  const words = useWords(accountWords);
  const explain = useProblemWords();
  const [password, setPassword] = useState('');
  const signIn = useAction({
    act: () => read(api.POST('/api/auth/login', { body: { ...byEmailOrPhone(signInName), password } })),
    onSuccess: ({ user }) => onSignedIn(user.id),
    showsOwnErrors: true,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <Stack>
        {signIn.isError ? (
          <Alert color="clay" role="alert">
            {explain(signIn.error)}
          </Alert>
        ) : null}
        <TextInput label={words.emailOrPhone} autoComplete="username" value={signInName} readOnly />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Button type="submit" fullWidth disabled={password === ''} loading={signIn.isPending}>
          {words.signIn}
        </Button>
      </Stack>
    </form>
  );
}
