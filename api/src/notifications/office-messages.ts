import type { EventType } from '../orders/order.ts';
import { reasonFor } from '../orders/preset-reason-rules.ts';
import type { Audience, Language, Message, MessageFacts } from './messages.ts';
import { weatherReasons } from './weather-reasons.ts';

type Texts = Partial<Record<Audience, Partial<Record<EventType, (facts: MessageFacts) => Message>>>>;

/** Messages of the office's actions on many orders. */
export const officeTexts: Record<Language, Texts> = {
  en: {
    farmer: {
      restored: (f) => ({
        subject: `Your spray on ${f.when} stays`,
        text: `We have undone our last change. Your spray at ${f.place} is on ${f.when}. ${f.crew === '' ? 'You get a notification when a crew is assigned.' : `${f.crew} will come.`}`,
      }),
      weather_stop: (f) => ({
        subject: `The weather looks bad for your spray on ${f.when}`,
        text: `${f.place}: ${weatherReasons('en', f.note)}. The office will call you or move the spray. You do not need to do anything.`,
      }),
      office_message: (f) => ({ subject: `About your spray on ${f.when}`, text: `${f.note}\n\nYour spray: ${f.when} at ${f.place}.` }),
    },
    receptionist: {
      restored: (f) => ({
        subject: `Order ${f.orderId} restored`,
        text: `The last change was undone: the spray of ${f.farmer} (${f.farmerPhone}) is on ${f.when} at ${f.place}.`,
      }),
      weather_stop: (f) => ({
        subject: `Order ${f.orderId}: too bad weather to spray on ${f.when}`,
        text: `${f.place}, ${f.farmer} (${f.farmerPhone}): ${weatherReasons('en', f.note)}. Please move the order, or call the farmer.`,
      }),
    },
    crew: {
      restored: (f) => ({
        subject: `Your job again: ${f.when}`,
        text: `${f.place}: ${f.area} of ${f.crop} for ${f.farmer} (${f.farmerPhone}), ${f.when}. The last change was undone. Crew: ${f.crew}.`,
      }),
      weather_stop: (f) => ({
        subject: `Weather warning for ${f.when}`,
        text: `${f.place}: ${weatherReasons('en', f.note)}. The office has been notified and may move the job.`,
      }),
    },
  },
  vi: {
    farmer: {
      restored: (f) => ({
        subject: `Lịch phun ${f.when} vẫn giữ`,
        text: `Chúng tôi đã hoàn tác thay đổi vừa rồi. Lịch phun tại ${f.place} là ${f.when}. ${f.crew === '' ? 'Chúng tôi sẽ thông báo khi xếp đội phun.' : `${f.crew} sẽ tới phun.`}`,
      }),
      weather_stop: (f) => ({
        subject: `Thời tiết xấu cho lịch phun ${f.when}`,
        text: `${f.place}: ${weatherReasons('vi', f.note)}. Văn phòng sẽ gọi hoặc dời lịch cho ${f.reader}. ${f.reader.charAt(0).toUpperCase()}${f.reader.slice(1)} không phải làm gì.`,
      }),
      office_message: (f) => ({
        subject: `Về lịch phun ${f.when}`,
        text: `${f.note}\n\nLịch phun của ${f.reader}: ${f.when} tại ${f.place}.`,
      }),
    },
    receptionist: {
      restored: (f) => ({
        subject: `Đơn ${f.orderId} đã khôi phục`,
        text: `Đã hoàn tác thay đổi vừa rồi: lịch phun của ${f.farmer} (${f.farmerPhone}) là ${f.when} tại ${f.place}.`,
      }),
      weather_stop: (f) => ({
        subject: `Đơn ${f.orderId}: thời tiết xấu, không nên phun ${f.when}`,
        text: `${f.place}, ${f.farmer} (${f.farmerPhone}): ${weatherReasons('vi', f.note)}. Vui lòng dời đơn hoặc gọi bà con.`,
      }),
    },
    crew: {
      restored: (f) => ({
        subject: `Việc được giao lại: ${f.when}`,
        text: `${f.place}: ${f.area} ${f.crop} cho ${f.farmer} (${f.farmerPhone}), ${f.when}. Đã hoàn tác thay đổi vừa rồi. Đội: ${f.crew}.`,
      }),
      weather_stop: (f) => ({
        subject: `Cảnh báo thời tiết ${f.when}`,
        text: `${f.place}: ${weatherReasons('vi', f.note)}. Văn phòng đã được báo và có thể dời việc này.`,
      }),
    },
  },
};

const eventsWithReason: readonly EventType[] = ['rescheduled', 'assigned', 'cancelled'];
const reasonLabels: Record<Language, string> = { en: 'Reason', vi: 'Lý do' };

/** Adds the reason that a person gave for a change, for the farmer. */
export function withReason(message: Message, audience: Audience, event: EventType, language: Language, reason: string): Message {
  if (reason === '' || audience !== 'farmer' || !eventsWithReason.includes(event)) return message;
  return { ...message, text: `${message.text}\n${reasonLabels[language]}: ${reasonFor(language, reason)}` };
}
