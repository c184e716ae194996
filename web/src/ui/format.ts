import { useMemo } from 'react';
import type { Shape } from '../api/client.ts';
import { type Company, useCompany } from '../api/company.tsx';
import { dateFormat, numberFormat } from './intl.ts';
import { type Language, useLanguage } from './language.tsx';

type Session = Shape<'Session'>;
type LocalTime = Shape<'LocalTime'>;

const locales: Record<Language, string> = { en: 'en-GB', vi: 'vi-VN' };
const units: Record<string, Record<Language, string>> = {
  decare: { en: 'decare', vi: 'công' },
  hectare: { en: 'ha', vi: 'ha' },
};

/** Noon UTC, so that no time zone changes the date. */
const asDate = (date: string) => new Date(`${date}T12:00:00Z`);

export const clockTime = ({ hour, minute }: LocalTime): string => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

export function makeFormat(language: Language, { currency, currencyDigits, areaUnit, timeZone }: Company) {
  const locale = locales[language];
  const numbers = (options: Intl.NumberFormatOptions) => () => numberFormat(locale, options);
  const money = numbers({ style: 'currency', currency, maximumFractionDigits: currencyDigits });
  const number = numbers({ maximumFractionDigits: 2 });
  const tenths = numbers({ maximumFractionDigits: 1 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 0 });
  const day = (options: Intl.DateTimeFormatOptions) => () => dateFormat(locale, { timeZone: 'UTC', ...options });
  const long = day({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const longDay = day({ weekday: 'long', day: 'numeric', month: 'long' });
  const middle = day({ weekday: 'short', day: 'numeric', month: 'short' });
  const weekday = day({ weekday: 'short' });
  const dayMonth = day({ day: 'numeric', month: 'numeric' });
  const month = day({ month: 'long', year: 'numeric' });
  const range = day({ day: 'numeric', month: 'short' });
  const moment = day({ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const unit = units[areaUnit]?.[language] ?? areaUnit;
  return {
    money: (amount: number) => money().format(amount),
    number: (value: number) => number().format(value),
    percent: (share: number) => percent().format(share),
    /** 2.1, from 2,130 metres */
    km: (metres: number) => tenths().format(metres / 1000),
    unit,
    area: (area: number) => `${number().format(area)} ${unit}${language === 'en' && unit === 'decare' && area !== 1 ? 's' : ''}`,
    /** Tuesday 17 November 2026 */
    longDate: (date: string) => long().format(asDate(date)),
    /** Tuesday 17 November, 06:00 */
    slot: ({ date, session }: { date: string; session: Session }) => `${longDay().format(asDate(date))}, ${clockTime(session.startTime)}`,
    /** Tue 17 Nov, 06:00 */
    shortSlot: ({ date, session }: { date: string; session: Session }) =>
      `${middle().format(asDate(date))}, ${clockTime(session.startTime)}`,
    /** Tue 17 Nov */
    date: (date: string) => middle().format(asDate(date)),
    weekday: (date: string) => weekday().format(asDate(date)),
    dayMonth: (date: string) => dayMonth().format(asDate(date)),
    /** 15–21 Nov */
    dateRange: (from: string, to: string) => range().formatRange(asDate(from), asDate(to)),
    /** November 2026, from 2026-11 */
    month: (yearMonth: string) => month().format(asDate(`${yearMonth}-01`)),
    /** A UTC timestamp in the company's time zone. */
    moment: (timestamp: string) => moment().format(new Date(timestamp)),
    /** 06:00–07:00 */
    session: ({ startTime, endTime }: Pick<Session, 'startTime' | 'endTime'>) => `${clockTime(startTime)}–${clockTime(endTime)}`,
  };
}

export type Format = ReturnType<typeof makeFormat>;

/** Formats money, areas, dates and times in the user's language. */
export function useFormat(): Format {
  const { language } = useLanguage();
  const company = useCompany();
  return useMemo(() => makeFormat(language, company), [language, company]);
}
