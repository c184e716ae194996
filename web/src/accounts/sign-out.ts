import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { companyKey } from '../api/company.tsx';
import { clearPersistedState } from '../api/persisted-state.ts';
import { meKey } from '../api/session.ts';
import { clearSessionHint } from '../api/session-hint.ts';
import { unsubscribeDevice } from '../channels/push-device.ts';

/** Signs out and deletes all data of the user on this device, also without a network. `next`: the page to open after the next sign-in. */
export function useSignOut(next?: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // The next user of this device must not see this user's messages.
      await unsubscribeDevice().catch(() => undefined);
      await api.POST('/api/auth/logout').catch(() => undefined);
    },
    onSettled: async () => {
      // First: a page that still has a user would send requests that are rejected by now.
      clearSessionHint();
      queries.setQueryData(meKey, null);
      await navigate(next === undefined ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== companyKey[0] });
      queries.getMutationCache().clear();
      queries.setQueryData(meKey, null);
      await clearPersistedState();
    },
  });
}
