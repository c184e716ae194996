import { Problem } from '../api/problem.ts';
import { useLanguage } from './language.tsx';
import { en } from './problem-words.en.ts';
import { vi } from './problem-words.vi.ts';

/** Translates an error for the user. In English the service's own detail is used where it is more specific. */
export function useProblemWords(): (error: unknown) => string {
  const { language } = useLanguage();
  return (error) => {
    const words = language === 'vi' ? vi : en;
    if (!(error instanceof Problem)) return words.INTERNAL as string;
    const known = words[error.code];
    if (language === 'en' && error.message !== '' && (known === undefined || saysMore.has(error.code))) return error.message;
    return known ?? (words.INTERNAL as string);
  };
}

const saysMore = new Set([
  'SESSION_FULL',
  'SESSION_CLOSED',
  'CREW_ABSENT',
  'LICENCE_EXPIRED',
  'CREW_DAY_LIMIT',
  'CREW_PINNED',
  'CREW_BANNED',
  'REQUEST_DECIDED',
  'BASE_NOT_SET',
  'NOTHING_TO_PLAN',
  'TOO_MUCH_TO_PLAN',
  'ACTION_NOT_ALLOWED',
  'CASH_TOO_LITTLE',
  'CREW_BUSY',
  'TOO_MANY_ATTEMPTS',
]);
