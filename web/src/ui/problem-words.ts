import { Problem } from '../api/problem.ts';
import { useLanguage } from './language.tsx';
import { en } from './problem-words.en.ts';
import { vi } from './problem-words.vi.ts';

/** Turns any error into words for the reader. English readers get the service's own where it says more. */
export function useProblemWords(): (error: unknown) => string {
  const { language } = useLanguage();
  return (error) => {
    if (!(error instanceof Problem)) return (language === 'vi' ? vi : en).INTERNAL as string;
    const known = (language === 'vi' ? vi : en)[error.code];
    if (language === 'en' && saysMore.has(error.code) && error.message !== '') return error.message;
    return known ?? (error.message === '' ? ((language === 'vi' ? vi : en).INTERNAL as string) : error.message);
  };
}

const saysMore = new Set(['SESSION_FULL', 'ACTION_NOT_ALLOWED', 'CASH_TOO_LITTLE', 'CREW_BUSY', 'TOO_MANY_ATTEMPTS']);
