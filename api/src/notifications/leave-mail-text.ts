import type { Language, Message } from './messages.ts';

export interface LeaveMailFacts {
  reader: string;
  from: string;
  to: string;
  /** Empty: whole days. */
  times: readonly string[];
  isApproved: boolean;
  /** What the office wrote. */
  note: string | null;
  company: string;
}

const words = {
  en: {
    locale: 'en-GB',
    approved: (days: string) => `Your leave is approved: ${days}`,
    refused: (days: string) => `Your leave is not approved: ${days}`,
    hello: (name: string) => `Hello ${name},`,
    approvedText: (days: string) => `The office has approved your leave: ${days}. You get no new jobs then.`,
    refusedText: (days: string) =>
      `The office has not approved your leave: ${days}. You can get jobs then. Please call the office if you have questions.`,
    note: (text: string) => `The office writes: ${text}`,
    bye: 'You can turn off these e-mails under Account.',
  },
  vi: {
    locale: 'vi-VN',
    approved: (days: string) => `Đã duyệt nghỉ: ${days}`,
    refused: (days: string) => `Không duyệt nghỉ: ${days}`,
    hello: (name: string) => `Chào ${name},`,
    approvedText: (days: string) => `Văn phòng đã duyệt cho bạn nghỉ: ${days}. Lúc đó bạn không có việc mới.`,
    refusedText: (days: string) =>
      `Văn phòng không duyệt cho bạn nghỉ: ${days}. Lúc đó bạn vẫn có thể có việc. Cần hỏi thêm xin gọi văn phòng.`,
    note: (text: string) => `Văn phòng nhắn: ${text}`,
    bye: 'Bạn có thể tắt các thư này trong mục Tài khoản.',
  },
};

const daysOf = (language: Language, { from, to, times }: LeaveMailFacts): string => {
  const format = new Intl.DateTimeFormat(words[language].locale, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' });
  const day = (date: string) => format.format(new Date(`${date}T12:00:00Z`));
  const dates = from === to ? day(from) : `${day(from)} – ${day(to)}`;
  return times.length === 0 ? dates : `${dates}, ${times.join(', ')}`;
};

/** The decision about a request for leave, in the sprayer's language. */
export function leaveMail(language: Language, facts: LeaveMailFacts): Message {
  const { reader, isApproved, note, company } = facts;
  const text = words[language];
  const days = daysOf(language, facts);
  const lines = [
    text.hello(reader),
    isApproved ? text.approvedText(days) : text.refusedText(days),
    ...(note === null ? [] : [text.note(note)]),
    text.bye,
    company,
  ];
  return { subject: isApproved ? text.approved(days) : text.refused(days), text: lines.join('\n\n') };
}

/** The same in short, for other channels. */
export function leaveText(language: Language, facts: LeaveMailFacts): string {
  const text = words[language];
  const days = daysOf(language, facts);
  const decision = facts.isApproved ? text.approvedText(days) : text.refusedText(days);
  return facts.note === null ? decision : `${decision} ${text.note(facts.note)}`;
}
