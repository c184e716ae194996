import type { Shape } from '../api/client.ts';
import type { Company } from '../api/company.tsx';
import { capitalised, dateFormat, numberFormat } from './intl.ts';
import type { Language } from './language.tsx';

type Session = Shape<'Session'>;
type LocalTime = Shape<'LocalTime'>;

const locales: Record<Language, string> = { en: 'en-GB', vi: 'vi-VN' };
/** The units of the service in short. In English, a word that has a plural. */
const units: Record<string, Record<Language, string>> = {
  decare: { en: 'decare', vi: 'công' },
  cong: { en: 'công', vi: 'công' },
  cong_1296: { en: 'công (1,296 m²)', vi: 'công tầm lớn' },
  sao_360: { en: 'sào (360 m²)', vi: 'sào' },
  sao_500: { en: 'sào (500 m²)', vi: 'sào' },
  sao_1000: { en: 'sào (1,000 m²)', vi: 'sào' },
  mau_3600: { en: 'mẫu (3,600 m²)', vi: 'mẫu' },
  mau_5000: { en: 'mẫu (5,000 m²)', vi: 'mẫu' },
  mau_10000: { en: 'mẫu', vi: 'mẫu' },
  hectare: { en: 'ha', vi: 'ha' },
  m2: { en: 'm²', vi: 'm²' },
  are: { en: 'are', vi: 'a' },
  dunam: { en: 'dunam', vi: 'dunam' },
  acre: { en: 'acre', vi: 'mẫu Anh' },
};
const unitsWithPlural = new Set(['decare', 'are', 'dunam', 'acre']);

/** Noon UTC, so that no time zone changes the date. */
const asDate = (date: string) => new Date(`${date}T12:00:00Z`);

export const clockTime = ({ hour, minute }: LocalTime): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Dates further away than this are written with their year. */
const daysWithoutYear = 183;

export function makeFormat(language: Language, { currency, currencyDigits, areaUnit, timeZone, today }: Company) {
  const locale = locales[language];
  const numbers = (options: Intl.NumberFormatOptions) => () => numberFormat(locale, options);
  const money = numbers({ style: 'currency', currency, maximumFractionDigits: currencyDigits });
  const exactMoney = numbers({ style: 'currency', currency, maximumFractionDigits: 4 });
  const number = numbers({ maximumFractionDigits: 2 });
  const tenths = numbers({ maximumFractionDigits: 1 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
  const day = (options: Intl.DateTimeFormatOptions) => () => dateFormat(locale, { timeZone: 'UTC', ...options });
  const isFar = (date: Date) => Math.abs(date.getTime() - asDate(today).getTime()) > daysWithoutYear * 86_400_000;
  /** A date or a range of dates, with the year if it is far from today. */
  const withYearIfFar = (options: Intl.DateTimeFormatOptions) => {
    const [near, far] = [day(options), day({ ...options, year: 'numeric' })];
    return (from: Date, to?: Date) => {
      const format = isFar(from) || isFar(to ?? from) ? far() : near();
      return to === undefined ? format.format(from) : format.formatRange(from, to);
    };
  };
  const long = day({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const longDay = withYearIfFar({ weekday: 'long', day: 'numeric', month: 'long' });
  const middle = withYearIfFar({ weekday: 'short', day: 'numeric', month: 'short' });
  const weekday = day({ weekday: 'short' });
  const dayMonth = day({ day: 'numeric', month: 'numeric' });
  const month = day({ month: 'long', year: 'numeric' });
  const range = withYearIfFar({ day: 'numeric', month: 'short' });
  const moment = withYearIfFar({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  // Swedish dates are ISO 8601 dates.
  const isoDate = () => dateFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const nameOf = (code: string) => units[code]?.[language] ?? code;
  return {
    money: (amount: number) => money().format(amount),
    /** A price, with all of its decimals. */
    exactMoney: (amount: number) => exactMoney().format(amount),
    number: (value: number) => number().format(value),
    percent: (share: number) => percent().format(share),
    /** 2.1, from 2,130 metres */
    km: (metres: number) => tenths().format(metres / 1000),
    unit: nameOf(areaUnit),
    /** In the company's unit, or in another one. */
    area: (area: number, unit = areaUnit) =>
      `${number().format(area)} ${nameOf(unit)}${language === 'en' && unitsWithPlural.has(unit) && area !== 1 ? 's' : ''}`,
    /** Tuesday 17 November 2026 */
    longDate: (date: string) => long().format(asDate(date)),
    /** Tuesday 17 November, 06:00 */
    slot: ({ date, session }: { date: string; session: Session }) => `${longDay(asDate(date))}, ${clockTime(session.startTime)}`,
    /** Tue 17 Nov, 06:00 */
    shortSlot: ({ date, session }: { date: string; session: Session }) => `${middle(asDate(date))}, ${clockTime(session.startTime)}`,
    /** Tue 17 Nov */
    date: (date: string) => middle(asDate(date)),
    weekday: (date: string) => weekday().format(asDate(date)),
    dayMonth: (date: string) => dayMonth().format(asDate(date)),
    /** 15 – 21 Nov */
    dateRange: (from: string, to: string) => range(asDate(from), asDate(to)),
    /** November 2026, from 2026-11: for headings */
    month: (yearMonth: string) => capitalised(month().format(asDate(`${yearMonth}-01`))),
    /** A UTC timestamp in the company's time zone. */
    moment: (timestamp: string) => moment(new Date(timestamp)),
    /** 2026-11-17, the date of a UTC timestamp in the company's time zone. */
    dateOf: (timestamp: string) => isoDate().format(new Date(timestamp)),
    /** 06:00–07:00 */
    session: ({ startTime, endTime }: Pick<Session, 'startTime' | 'endTime'>) => `${clockTime(startTime)}–${clockTime(endTime)}`,
  };
}

export type Format = ReturnType<typeof makeFormat>;
