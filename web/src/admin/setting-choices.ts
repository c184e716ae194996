import type { Language } from '../ui/language.tsx';

export interface Choice {
  value: string;
  label: string;
}

const units: Record<Language, Record<string, string>> = {
  en: {
    decare: 'Decare (1,000 m²)',
    cong: 'Công (1,000 m²)',
    cong_1296: 'Large công (1,296 m²)',
    hectare: 'Hectare (10,000 m²)',
    sao_360: 'Sào, North (360 m²)',
    sao_500: 'Sào, Centre (500 m²)',
    sao_1000: 'Sào, Highlands (1,000 m²)',
    mau_3600: 'Mẫu, North (3,600 m²)',
    mau_5000: 'Mẫu, Centre (5,000 m²)',
    mau_10000: 'Mẫu, South (10,000 m²)',
    m2: 'Square metre (1 m²)',
    are: 'Are (100 m²)',
    dunam: 'Dunam (1,000 m²)',
    acre: 'Acre (4,047 m²)',
  },
  vi: {
    decare: 'Công đất (1.000 m²)',
    cong: 'Công (1.000 m²)',
    cong_1296: 'Công tầm lớn (1.296 m²)',
    hectare: 'Héc-ta (10.000 m²)',
    sao_360: 'Sào Bắc Bộ (360 m²)',
    sao_500: 'Sào Trung Bộ (500 m²)',
    sao_1000: 'Sào Tây Nguyên (1.000 m²)',
    mau_3600: 'Mẫu Bắc Bộ (3.600 m²)',
    mau_5000: 'Mẫu Trung Bộ (5.000 m²)',
    mau_10000: 'Mẫu Nam Bộ (10.000 m²)',
    m2: 'Mét vuông (1 m²)',
    are: 'A (100 m²)',
    dunam: 'Dunam (1.000 m²)',
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
