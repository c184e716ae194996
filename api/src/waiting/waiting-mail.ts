import { greetingName } from '../accounts/address-rules.ts';
import type { Language } from '../catalog/catalog-words.ts';
import type { Person } from '../notifications/notification-store.ts';

export type WaitingMailKind = 'offered' | 'expired' | 'withdrawn' | 'ended' | 'removed';

export interface WaitingMailFacts {
  /** Date and time of the offered place in the reader's language. */
  when?: string | undefined;
  place: string;
  area: string;
  cost?: string | undefined;
  /** Until when the offer holds the place. */
  until?: string | undefined;
  reason?: string | undefined;
  company: string;
  links?: { accept: string; decline: string } | undefined;
}

interface Mail {
  subject: string;
  text: string;
}

type Texts = Record<WaitingMailKind, (facts: WaitingMailFacts) => Mail>;

const en: Texts = {
  offered: ({ when, place, area, cost, until, links }) => ({
    subject: `A place is free: ${when}. Please answer by ${until}`,
    text: `A place has become free on ${when} for your field at ${place} (${area}, ${cost}). We hold it for you until ${until}.\n\nTake it:\n${links?.accept}\n\nNo, thank you:\n${links?.decline}\n\nWithout an answer the place goes to the next in line, and you stay on the waiting list.`,
  }),
  expired: ({ when, place }) => ({
    subject: `The offer for ${when} has ended`,
    text: `We did not get an answer, so the place on ${when} for ${place} goes to the next in line. You stay on the waiting list for your other times.`,
  }),
  withdrawn: ({ when, place }) => ({
    subject: `We cannot spray on ${when}`,
    text: `We do not spray at that time after all, so we take back our offer for ${place}. You stay on the waiting list for your other times.`,
  }),
  ended: ({ place }) => ({
    subject: 'No place became free for you',
    text: `The dates you waited for at ${place} have passed. We are sorry that no place became free. Please book another time, or call us.`,
  }),
  removed: ({ place, reason }) => ({
    subject: 'You are no longer on the waiting list',
    text: `The office has taken your entry for ${place} off the waiting list.${reason === undefined ? '' : ` Reason: ${reason}`}`,
  }),
};

const vi: Texts = {
  offered: ({ when, place, area, cost, until, links }) => ({
    subject: `Có chỗ trống ${when}. Xin trả lời trước ${until}`,
    text: `Vừa có chỗ trống ${when} cho ruộng tại ${place} (${area}, ${cost}). Chúng tôi giữ chỗ đến ${until}.\n\nNhận chỗ:\n${links?.accept}\n\nKhông nhận:\n${links?.decline}\n\nNếu không trả lời, chỗ này sẽ chuyển cho người kế tiếp, còn bà con vẫn ở trong danh sách chờ.`,
  }),
  expired: ({ when, place }) => ({
    subject: `Đã hết hạn giữ chỗ ${when}`,
    text: `Chưa thấy trả lời nên chỗ ${when} cho ${place} chuyển cho người kế tiếp. Bà con vẫn ở trong danh sách chờ cho các giờ khác.`,
  }),
  withdrawn: ({ when, place }) => ({
    subject: `Không phun được ${when}`,
    text: `Giờ này không phun nữa, nên chỗ đã báo cho ${place} không còn. Bà con vẫn ở trong danh sách chờ cho các giờ khác.`,
  }),
  ended: ({ place }) => ({
    subject: 'Danh sách chờ đã hết ngày',
    text: `Những ngày bà con chờ cho ${place} đã qua mà không có chỗ trống. Mong bà con thông cảm, chọn ngày khác hoặc gọi cho chúng tôi.`,
  }),
  removed: ({ place, reason }) => ({
    subject: 'Đã rút tên khỏi danh sách chờ',
    text: `Văn phòng đã rút yêu cầu cho ${place} khỏi danh sách chờ.${reason === undefined ? '' : ` Lý do: ${reason}`}`,
  }),
};

const texts: Record<Language, Texts> = { en, vi };
const hello: Record<Language, string> = { en: 'Hello', vi: 'Chào' };

/** A mail about the waiting list in the reader's language. */
export function waitingMail(kind: WaitingMailKind, { language, name, form }: Person, facts: WaitingMailFacts): Mail {
  const { subject, text } = texts[language][kind](facts);
  return { subject, text: `${hello[language]} ${greetingName(language, name, form)},\n\n${text}\n\n${facts.company}\n` };
}

const offers: Record<Language, (facts: WaitingMailFacts) => string> = {
  en: ({ when, place, until }) => `A place is free on ${when} for ${place}. We hold it until ${until}. Take it or decline in the app:`,
  vi: ({ when, place, until }) => `Có chỗ trống ${when} cho ${place}. Giữ chỗ đến ${until}. Nhận hoặc từ chối trong ứng dụng:`,
};

/** The same in short, for other channels; the answer is given in the app. */
export const waitingText = (kind: WaitingMailKind, language: Language, facts: WaitingMailFacts): string =>
  kind === 'offered' ? offers[language](facts) : texts[language][kind](facts).text;
