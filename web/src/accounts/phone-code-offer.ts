import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

const offerQuery = queryOptions({
  queryKey: ['phone-code-offer'],
  queryFn: ({ signal }) => read(api.GET('/api/auth/phone-code', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether codes are sent by SMS; undefined: not known yet. If it cannot be found out, codes are not offered. */
export function usePhoneCodeOffer(): boolean | undefined {
  const offer = useQuery(offerQuery);
  return offer.isError ? false : offer.data?.available;
}
