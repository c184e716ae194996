import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { type Me, meKey } from '../api/session.ts';
import { type Language, useLanguage } from '../ui/language.tsx';

/** Changes the language of the app and, for a signed-in user, of their messages. */
export function useChangeLanguage(): { toggle(): void; to(language: Language): void } {
  const { language, setLanguage } = useLanguage();
  const queries = useQueryClient();
  const to = (next: Language) => {
    setLanguage(next);
    const me = queries.getQueryData<Me | null>(meKey);
    if (me === null || me === undefined || me.language === next) return;
    const changed: Me = { ...me, language: next };
    queries.setQueryData(meKey, changed);
    void api.PATCH('/api/common/profile', { body: { language: next } }).catch(() => undefined);
  };
  return { to, toggle: () => to(language === 'en' ? 'vi' : 'en') };
}
