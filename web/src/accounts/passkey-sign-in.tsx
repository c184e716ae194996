import { Alert, Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { beginSession } from '../api/session.ts';
import { IconFingerprint } from '../icons/fingerprint.ts';
import { useAction } from '../ui/action.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { passkeyWords } from './passkey-words.ts';

/** Signs in with a passkey that the device or the browser offers. `onSignedIn`: instead of a new session in the app. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn?: (user: Shape<'User'>) => void }) {
  const words = useWords(passkeyWords);
  const explain = useProblemWords();
  const queries = useQueryClient();
  const { setLanguage } = useLanguage();
  const signIn = useAction({
    act: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await read(api.POST('/api/auth/passkey/options'));
      const credential = await startAuthentication({ optionsJSON: optionsJSON as never });
      return read(api.POST('/api/auth/passkey/login', { body: { credential: credential as never } }));
    },
    onSuccess: async ({ user }) => {
      if (onSignedIn !== undefined) return onSignedIn(user);
      const me = await beginSession(queries);
      if (me !== null) setLanguage(me.language);
    },
    showsOwnErrors: true,
  });
  if (!('PublicKeyCredential' in window)) return null;
  return (
    <Stack gap="xs">
      {signIn.isError ? (
        <Alert color="clay" role="alert">
          {signIn.error instanceof Problem ? explain(signIn.error) : words.failed}
        </Alert>
      ) : null}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {words.signIn}
      </Button>
    </Stack>
  );
}
