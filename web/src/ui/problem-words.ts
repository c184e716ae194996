import { Problem } from '../api/problem.ts';
import { type Language, useLanguage } from './language.tsx';
import { translateDetail } from './problem-words.details.ts';
import { en } from './problem-words.en.ts';
import { vi } from './problem-words.vi.ts';
import { withLocalDates } from './service-messages.ts';

/** Translates an error for the user. The service's own detail is used where it is more specific. */
export function useProblemWords(): (error: unknown) => string {
  const { language } = useLanguage();
  return (error) => {
    const words = language === 'vi' ? vi : en;
    if (!(error instanceof Problem)) return words.INTERNAL as string;
    const known = words[error.code];
    const isSpecific = error.message !== '' && (known === undefined || saysMore.has(error.code));
    const detail = isSpecific ? detailWords(language, error.message) : undefined;
    return detail ?? known ?? (words.INTERNAL as string);
  };
}

const detailWords = (language: Language, detail: string): string | undefined =>
  language === 'vi' ? translateDetail(detail) : withLocalDates(language, detail);

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
  'OBJECTION_OPEN',
  'NO_OBJECTION',
  'TOO_LATE_TO_OBJECT',
  'NOTHING_TO_DECIDE',
  'THREAD_CLOSED',
  'NOT_COMPLETED',
  'FEEDBACK_EXISTS',
]);
