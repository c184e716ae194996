import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

export const languages = ['en', 'vi'] as const;
export type Language = (typeof languages)[number];

interface Speaking {
  language: Language;
  speak(language: Language): void;
}

const Context = createContext<Speaking>({ language: 'en', speak: () => {} });
const keptAs = 'swath-language';

function firstLanguage(): Language {
  const kept = localStorage.getItem(keptAs);
  if (kept === 'en' || kept === 'vi') return kept;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('vi')) ? 'vi' : 'en';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    localStorage.setItem(keptAs, language);
  }, [language]);
  const speaking = useMemo(() => ({ language, speak: setLanguage }), [language]);
  return <Context value={speaking}>{children}</Context>;
}

export const useLanguage = (): Speaking => use(Context);

/** The words of a page in the reader's language: `useWords({ en, vi })`, where vi has the type of en. */
export function useWords<Words>(words: Record<Language, Words>): Words {
  return words[use(Context).language];
}
