import { Alert, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api, read } from '../api/client.ts';
import { useAction } from '../ui/action.ts';
import { useWords } from '../ui/language.tsx';
import { useProblemWords } from '../ui/problem-words.ts';
import { issuersQuery, keepNext } from './issuers.ts';
import { oidcWords } from './oidc-words.ts';

/** One button for each issuer to sign in or register with; nothing, if there is none. */
export function IssuerButtons() {
  const words = useWords(oidcWords);
  const explain = useProblemWords();
  const [search] = useSearchParams();
  const issuers = useQuery(issuersQuery).data?.content ?? [];
  const start = useAction({
    act: (issuerId: number) => read(api.POST('/api/auth/oidc/start', { body: { issuerId } })),
    onSuccess: ({ authorizationUrl }) => {
      keepNext(search.get('next'));
      location.assign(authorizationUrl);
    },
    showsOwnErrors: true,
  });
  if (issuers.length === 0) return null;
  return (
    <Stack gap="xs">
      {start.isError ? (
        <Alert color="clay" role="alert">
          {explain(start.error)}
        </Alert>
      ) : null}
      {issuers.map(({ id, name }) => (
        <Button key={id} variant="default" fullWidth loading={start.isPending && start.variables === id} onClick={() => start.mutate(id)}>
          {words.continueWith(name)}
        </Button>
      ))}
    </Stack>
  );
}
