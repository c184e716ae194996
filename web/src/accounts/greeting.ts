import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { addressWords } from './address-words.ts';

export const ownFormQuery = queryOptions({
  queryKey: ['form-of-address', 'own'] as const,
  queryFn: ({ signal }) => read(api.GET('/api/common/profile/form-of-address', { signal })),
  staleTime: 10 * 60_000,
});

/** "Anh Bảy" in Vietnamese for someone who chose a form of address, otherwise the full name. */
export function useGreetingName(fullName: string): string {
  const { language } = useLanguage();
  const { forms } = useWords(addressWords);
  const form = useQuery({ ...ownFormQuery, enabled: language === 'vi' }).data?.formOfAddress ?? null;
  return language === 'vi' && form !== null ? `${forms[form]} ${fullName.trim().split(/\s+/).at(-1)}` : fullName;
}
