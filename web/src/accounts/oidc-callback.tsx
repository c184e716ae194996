import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, read, type Shape } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { beginSession } from '../api/session.ts';
import { useAction } from '../ui/action.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { endedKey } from './ended-access.ts';
import { identitiesKey, takeNext } from './issuers.ts';
import { oidcWords } from './oidc-words.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { accountWords } from './words.ts';

/** The parameters that the service needs; undefined: the address has no state. */
function callbackIn(search: string): Shape<'OidcCallback'> | undefined {
  const parameters = new URLSearchParams(search);
  const state = parameters.get('state');
  if (state === null || state === '') return undefined;
  const callback: Shape<'OidcCallback'> = { state };
  for (const name of ['code', 'iss', 'error'] as const) {
    const value = parameters.get(name);
    if (value !== null) callback[name] = value;
  }
  return callback;
}

/** The page to which an issuer sends the browser back: finishes a sign-in or a link, or says why it failed. */
export function OidcCallback() {
  const words = useWords(oidcWords);
  const { forgotTitle: newPassword } = useWords(accountWords);
  const explain = useProblemWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { setLanguage } = useLanguage();
  const [callback] = useState(() => callbackIn(location.search));
  const [isLink] = useState(() => callback?.state.startsWith('link.') === true);
  const hasBegun = useRef(false);
  const signIn = useAction({
    act: async (body: Shape<'OidcCallback'>) => {
      await read(api.POST('/api/auth/oidc/login', { body }));
      const me = await beginSession(queries);
      if (me !== null) setLanguage(me.language);
    },
    onSuccess: () => void navigate(takeNext(), { replace: true }),
    onError: (error) => {
      if (error instanceof Problem && error.code === 'OIDC_REGISTRATION_NEEDED')
        void navigate(`/sign-up/complete?next=${encodeURIComponent(takeNext())}`, { replace: true });
    },
    showsOwnErrors: true,
  });
  const link = useAction({
    act: (body: Shape<'OidcCallback'>) => read(api.POST('/api/common/identity', { body })),
    invalidates: [identitiesKey, endedKey],
    onSuccess: () => {
      notifications.show({ message: words.linked, color: 'leaf' });
      void navigate(takeNext(), { replace: true });
    },
    showsOwnErrors: true,
  });
  const { mutate, error } = isLink ? link : signIn;
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    // Removes the code from the address bar and the history.
    history.replaceState(history.state, '', location.pathname);
    if (callback !== undefined) mutate(callback);
  }, [callback, mutate]);
  const isFailed = callback === undefined || error !== null;
  const title = isFailed ? (isLink ? words.linkFailedTitle : words.failedTitle) : isLink ? words.linking : words.checking;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <OutsideFrame>
      <Stack gap="lg">
        <Title order={1}>{title}</Title>
        {isFailed ? (
          <>
            <Alert color="clay" role="alert">
              <Text>{error === null ? words.incomplete : explain(error)}</Text>
            </Alert>
            {error instanceof Problem && error.code === 'OIDC_ACCOUNT_UNCONFIRMED' ? (
              <Button component={Link} to="/forgot" variant="default">
                {newPassword}
              </Button>
            ) : null}
            <Button component={Link} to={isLink ? '/account' : '/sign-in'}>
              {isLink ? words.backToAccount : words.backToSignIn}
            </Button>
          </>
        ) : null}
      </Stack>
    </OutsideFrame>
  );
}
