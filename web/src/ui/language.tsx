import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

export const languages = ['en', 'vi'] as const;
export type Language = (typeof languages)[number];

interface LanguageState {
  language: Language;
  setLanguage(language: Language): void;
}

const Context = createContext<LanguageState>({ language: 'en', setLanguage: () => {} });
const storageKey = 'swath-language';

function firstLanguage(): Language {
  const kept = localStorage.getItem(storageKey);
  if (kept === 'en' || kept === 'vi') return kept;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('vi')) ? 'vi' : 'en';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    localStorage.setItem(storageKey, language);
  }, [language]);
  const state = useMemo(() => ({ language, setLanguage }), [language]);
  return <Context value={state}>{children}</Context>;
}

export const useLanguage = (): LanguageState => use(Context);

/** The words of a page in the reader's language: `useWords({ en, vi })`, where vi has the type of en. */
export function useWords<Words>(words: Record<Language, Words>): Words {
  return words[use(Context).language];
}
