import { useMemo } from 'react';
import { numberFormat } from '../ui/intl.ts';
import { useLanguage, useWords } from '../ui/language.tsx';
import { crewPlanWords } from './crew-plan-words.ts';

/** Kilometres from metres, and shares in percent, in the user's language. */
export function usePlanFormat() {
  const words = useWords(crewPlanWords);
  const { language } = useLanguage();
  return useMemo(() => {
    const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
    const whole = numberFormat(locale, { maximumFractionDigits: 0 });
    const fine = numberFormat(locale, { maximumFractionDigits: 1 });
    const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    return {
      km: (metres: number) => words.km((Math.abs(metres) < 100_000 ? fine : whole).format(metres / 1000)),
      percent: (value: number) => share.format(value),
    };
  }, [words, language]);
}
