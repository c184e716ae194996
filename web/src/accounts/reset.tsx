import { Alert, Button, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, read } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useAction } from '../ui/action.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { beginAfterReset, pageAfterReset } from './ended-access.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { isGoodPassword, PasswordField } from './password-field.tsx';
import { accountWords } from './words.ts';

/** The token of the link; empty if the link is incomplete. */
function tokenIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Page of the password link. The token is in the URL fragment, which is not sent to servers and so not logged. */
export function Reset() {
  const words = useWords(accountWords);
  const explain = useProblemWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { setLanguage } = useLanguage();
  const [token] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    document.title = words.resetTitle;
    // Removes the token from the address bar and the history.
    history.replaceState(history.state, '', location.pathname);
  }, [words]);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (text) => (isGoodPassword(text) ? null : words.passwordWeak) },
  });
  const reset = useAction({
    act: async ({ password }: { password: string }) => {
      await read(api.POST('/api/auth/password/reset', { body: { token, password } }));
      const next = await pageAfterReset();
      await beginAfterReset(queries, setLanguage);
      return next;
    },
    successMessage: words.resetDone,
    onSuccess: (next) => void navigate(next, { replace: true }),
    showsOwnErrors: true,
  });
  const usedUp = reset.error instanceof Problem && reset.error.code === 'RESET_CLOSED';
  const askAgain = (
    <Button component={Link} to="/forgot">
      {words.newLink}
    </Button>
  );
  return (
    <OutsideFrame>
      <Stack gap="lg">
        <Title order={1}>{words.resetTitle}</Title>
        {token === '' ? (
          <>
            <Alert color="clay">{words.linkBroken}</Alert>
            {askAgain}
          </>
        ) : (
          <form onSubmit={form.onSubmit((values) => reset.mutate(values))} noValidate>
            <Stack>
              {reset.isError ? (
                <Alert color="clay" role="alert">
                  {explain(reset.error)}
                </Alert>
              ) : null}
              <PasswordField
                label={words.newPassword}
                description={words.passwordHint}
                autoComplete="new-password"
                key={form.key('password')}
                {...form.getInputProps('password')}
              />
              {usedUp ? (
                askAgain
              ) : (
                <Button type="submit" fullWidth loading={reset.isPending}>
                  {words.setPassword}
                </Button>
              )}
            </Stack>
          </form>
        )}
      </Stack>
    </OutsideFrame>
  );
}
