import type { Language } from '../ui/language.tsx';

export interface Choice {
  value: string;
  label: string;
}

const units: Record<Language, Record<string, string>> = {
  en: {
    decare: 'Decare / công (1,000 m²)',
    hectare: 'Hectare (10,000 m²)',
    công: 'Công (1,000 m²)',
    sào: 'Sào',
    mẫu: 'Mẫu',
    acre: 'Acre (4,047 m²)',
  },
  vi: {
    decare: 'Công đất (1.000 m²)',
    hectare: 'Héc-ta (10.000 m²)',
    công: 'Công (1.000 m²)',
    sào: 'Sào',
    mẫu: 'Mẫu',
    acre: 'Mẫu Anh (4.047 m²)',
  },
};
const locales = ['vi-VN', 'en-GB', 'en-US', 'km-KH', 'lo-LA', 'th-TH', 'id-ID', 'fil-PH', 'ms-MY', 'zh-CN'];
/** First in the list of all currencies. */
const nearbyCurrencies = ['VND', 'USD', 'KHR', 'LAK', 'THB', 'EUR'];

const named = (name: string | undefined, code: string) => (name === undefined || name === code ? code : `${name} (${code})`);

/** The stored value stays a choice even if it is not in the list. */
const including = (choices: Choice[], current: string): Choice[] =>
  current === '' || choices.some(({ value }) => value === current) ? choices : [{ value: current, label: current }, ...choices];

export function unitChoices(language: Language, current: string): Choice[] {
  return including(
    Object.entries(units[language]).map(([value, label]) => ({ value, label })),
    current,
  );
}

export function currencyChoices(language: Language, current: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  const others = Intl.supportedValuesOf('currency').filter((code) => !nearbyCurrencies.includes(code));
  const choices = [...nearbyCurrencies, ...others].map((value) => ({ value, label: named(names.of(value), value) }));
  return including(choices, current);
}

export function localeChoices(language: Language, current: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return including(
    locales.map((value) => ({ value, label: named(names.of(value), value) })),
    current,
  );
}

/** "Asia/Ho Chi Minh (GMT+7)", with the offset of today: many zones had another one earlier. */
export function timeZoneChoices(language: Language, current: string, now = new Date()): Choice[] {
  const label = (timeZone: string) => {
    const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
    return named(timeZone.replaceAll('_', ' '), parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  };
  return including(
    Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: label(value) })),
    current,
  );
}
