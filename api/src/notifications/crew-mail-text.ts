import type { Verdict } from '../weather/spray-window-rules.ts';
import type { Language, Message } from './messages.ts';
import { weatherReasons } from './weather-reasons.ts';

/** A job of the next day, formatted in the reader's language. */
export interface CrewMailJob {
  orderId: string;
  startTime: string;
  endTime: string;
  place: string;
  area: string;
  crop: string;
  farmer: string;
  farmerPhone: string;
  verdict: Verdict;
  /** What is not GO, as `factor=value unit`, separated by semicolons. */
  reasons: string;
}

export interface CrewMailFacts {
  reader: string;
  date: string;
  jobs: readonly CrewMailJob[];
  company: string;
  /** Some forecast is generated, for demo data. */
  isDemo: boolean;
}

const words = {
  en: {
    locale: 'en-GB',
    subject: (jobs: number, day: string) => `${jobs} ${jobs === 1 ? 'job' : 'jobs'} on ${day}`,
    stopped: (jobs: number) => `, ${jobs} with weather too bad to spray`,
    hello: (name: string) => `Hello ${name},`,
    intro: (day: string) => `Your jobs on ${day}:`,
    of: (area: string, crop: string) => `${area} of ${crop}`,
    verdict: { GO: 'good to spray', CAUTION: 'take care', STOP: 'do not spray', UNKNOWN: 'not known' },
    weather: 'Weather',
    order: 'Order',
    demo: 'The weather is a demo forecast, made up.',
    newer: 'The app has the newest forecast.',
    bye: 'You can turn off these e-mails under Account.',
  },
  vi: {
    locale: 'vi-VN',
    subject: (jobs: number, day: string) => `${jobs} việc ${day}`,
    stopped: (jobs: number) => `, ${jobs} việc gặp thời tiết xấu`,
    hello: (name: string) => `Chào ${name},`,
    intro: (day: string) => `Việc của bạn ${day}:`,
    of: (area: string, crop: string) => `${area} ${crop}`,
    verdict: { GO: 'phun tốt', CAUTION: 'cẩn thận', STOP: 'không nên phun', UNKNOWN: 'chưa rõ' },
    weather: 'Thời tiết',
    order: 'Đơn',
    demo: 'Đây là dự báo mẫu, không có thật.',
    newer: 'Dự báo mới nhất có trong ứng dụng.',
    bye: 'Có thể tắt email này ở mục Tài khoản.',
  },
} as const satisfies Record<Language, object>;

const dayFormats = {
  en: new Intl.DateTimeFormat(words.en.locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
  vi: new Intl.DateTimeFormat(words.vi.locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }),
};

/** The mail of a crew member in the evening: the jobs of the next day, each with its weather. */
export function crewMail(language: Language, { reader, date, jobs, company, isDemo }: CrewMailFacts): Message {
  const own = words[language];
  const written = dayFormats[language].format(new Date(`${date}T00:00:00Z`));
  // Vietnamese writes weekdays small within a sentence.
  const day = language === 'vi' ? written.toLowerCase() : written;
  const stopped = jobs.filter(({ verdict }) => verdict === 'STOP').length;
  const lines = jobs.flatMap((job) => [
    `${job.startTime.slice(0, 5)}–${job.endTime.slice(0, 5)} ${job.place}: ${own.of(job.area, job.crop)}`,
    `  ${job.farmer}${job.farmerPhone === '' ? '' : ` (${job.farmerPhone})`} · ${own.order} ${job.orderId}`,
    `  ${own.weather}: ${own.verdict[job.verdict]}${job.reasons === '' ? '' : ` (${weatherReasons(language, job.reasons)})`}`,
    '',
  ]);
  return {
    subject: own.subject(jobs.length, day) + (stopped === 0 ? '' : own.stopped(stopped)),
    text: [own.hello(reader), '', own.intro(day), '', ...lines, isDemo ? own.demo : own.newer, '', company, own.bye, ''].join('\n'),
  };
}

/** The same in one line per job, for other channels. */
export const crewText = (language: Language, jobs: readonly CrewMailJob[]): string =>
  jobs
    .map(({ startTime, place, area, crop, verdict }) => {
      const weather = verdict === 'STOP' || verdict === 'CAUTION' ? ` (${words[language].verdict[verdict]})` : '';
      return `${startTime.slice(0, 5)} ${place}: ${words[language].of(area, crop)}${weather}`;
    })
    .join('\n');
