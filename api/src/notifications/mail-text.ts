import { type LunarDate, lunarYearName, toLunar } from '../catalog/lunar-calendar.ts';
import type { BillKind } from '../payments/bill.ts';
import type { FormattedOrder } from './format-order.ts';
import type { Language, Message } from './messages.ts';

export interface MailFacts extends FormattedOrder {
  orderId: string;
  date: string;
  startTime: string;
  endTime: string;
  place: string;
  crew: string;
  company: string;
  /** The attached bill, if any. */
  bill?: { kind: BillKind; number: string } | undefined;
}

interface MailTexts {
  locale: string;
  hello: (name: string) => string;
  lunar: (date: LunarDate) => string;
  hours: (from: string, to: string) => string;
  amount: (area: string, crop: string) => string;
  notAssignedYet: string;
  labels: { date: string; lunar: string; time: string; place: string; area: string; cost: string; crew: string; order: string };
  enclosed: Record<BillKind, string>;
  bye: string;
}

const words: Record<Language, MailTexts> = {
  en: {
    locale: 'en-GB',
    hello: (name) => `Hello ${name},`,
    lunar: ({ day, month, leap, year }) => `day ${day} of ${leap ? 'leap ' : ''}month ${month}, year ${lunarYearName(year)}`,
    hours: (from, to) => `${from} to ${to}`,
    amount: (area, crop) => `${area} of ${crop}`,
    notAssignedYet: 'not assigned yet',
    labels: {
      date: 'Date',
      lunar: 'Lunar date',
      time: 'Time',
      place: 'Place',
      area: 'Area',
      cost: 'Price',
      crew: 'Crew',
      order: 'Order number',
    },
    enclosed: { receipt: 'Attached receipt', invoice: 'Attached invoice' },
    bye: 'You can turn off these e-mails under Account.',
  },
  vi: {
    locale: 'vi-VN',
    hello: (name) => `Chào ${name},`,
    lunar: ({ day, month, leap, year }) => `ngày ${day} tháng ${month}${leap ? ' nhuận' : ''} năm ${lunarYearName(year)}`,
    hours: (from, to) => `${from} đến ${to}`,
    amount: (area, crop) => `${area} ${crop}`,
    notAssignedYet: 'chưa xếp đội phun',
    labels: {
      date: 'Ngày',
      lunar: 'Âm lịch',
      time: 'Giờ',
      place: 'Nơi phun',
      area: 'Diện tích',
      cost: 'Tiền công',
      crew: 'Đội phun',
      order: 'Đơn số',
    },
    enclosed: { receipt: 'Biên nhận kèm theo', invoice: 'Hóa đơn kèm theo' },
    bye: 'Có thể tắt email này ở mục Tài khoản.',
  },
};

const dayFormats = Object.fromEntries(
  Object.entries(words).map(([language, { locale }]) => [
    language,
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ]),
);

/** The text of a mail: the message, then the details of the order. */
export function mailText(language: Language, reader: string, message: Message, facts: MailFacts): string {
  const { hello, lunar, hours, amount, notAssignedYet, labels, enclosed, bye } = words[language];
  const clock = (time: string) => time.slice(0, 5);
  const lines = [
    [labels.date, dayFormats[language]?.format(new Date(`${facts.date}T00:00:00Z`))],
    [labels.lunar, lunar(toLunar(facts.date))],
    [labels.time, hours(clock(facts.startTime), clock(facts.endTime))],
    [labels.place, facts.place],
    [labels.area, amount(facts.area, facts.crop)],
    [labels.cost, facts.cost],
    [labels.crew, facts.crew === '' ? notAssignedYet : facts.crew],
    [labels.order, facts.orderId],
    ...(facts.bill === undefined ? [] : [[enclosed[facts.bill.kind], facts.bill.number]]),
  ].map(([label, value]) => `${label}: ${value}`);
  return [hello(reader), '', message.text, '', ...lines, '', facts.company, bye, ''].join('\n');
}
