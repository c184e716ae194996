import { useMemo } from 'react';
import { useCompany } from '../api/company.tsx';
import { type Format, makeFormat } from './format-rules.ts';
import { useLanguage } from './language.tsx';

/** Formats money, areas, dates and times in the user's language. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const company = useCompany();
  return useMemo(() => makeFormat(language, company), [language, company]);
}
