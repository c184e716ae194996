import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { companyKey } from '../api/company.tsx';
import { clearPersistedState } from '../api/persisted-state.ts';
import { meKey } from '../api/session.ts';
import { clearSessionHint } from '../api/session-hint.ts';

/** Ends the session and forgets everything about it on this device, network or not. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api.POST('/api/auth/logout').catch(() => undefined),
    onSettled: async () => {
      // Nobody, first of all: a page that still took someone for signed in would ask for things that are refused by now.
      clearSessionHint();
      queries.setQueryData(meKey, null);
      await navigate('/sign-in');
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== companyKey[0] });
      queries.getMutationCache().clear();
      queries.setQueryData(meKey, null);
      await clearPersistedState();
    },
  });
}
