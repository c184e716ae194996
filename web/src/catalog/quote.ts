import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { isArea } from './area-rules.ts';

export function useCrops() {
  return useQuery({
    queryKey: ['crops'],
    queryFn: ({ signal }) => read(api.GET('/api/common/crop', { params: { query: { pageable: { page: 0, size: 200 } } }, signal })),
    staleTime: 10 * 60_000,
  });
}

/** The price of the entered area, with a debounced request. */
export function useQuote(cropId: number | undefined, area: number | undefined) {
  const [asked] = useDebouncedValue(area, 250);
  return useQuery({
    queryKey: ['quote', cropId, asked],
    queryFn: ({ signal }) =>
      read(api.GET('/api/common/quote', { params: { query: { cropId: cropId as number, area: asked as number } }, signal })),
    enabled: cropId !== undefined && isArea(asked),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
