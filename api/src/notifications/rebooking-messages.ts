import type { EventType } from '../orders/order.ts';
import { reasonFor } from '../orders/preset-reason-rules.ts';
import type { AnswerPurpose } from '../rebooking/answer-links.ts';
import type { Audience, Language, Message, MessageFacts } from './messages.ts';

/** What a message about moved orders says in addition to the facts of its order. */
export interface MovedFacts {
  /** Further orders of the farmer that moved with it, as "place: time". */
  others: string[];
  /** undefined: the message has no links. */
  links: Record<AnswerPurpose, string> | undefined;
}

type Texts = Partial<Record<Audience, Partial<Record<EventType, (facts: MessageFacts) => Message>>>>;

const lines = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join('\n');

/** Messages about orders that the office has moved together. */
export const rebookingTexts: Record<Language, Texts> = {
  en: {
    farmer: {
      rebooked: ({ when, place, reason, moved }) => ({
        subject: `Spray moved to ${when}`,
        text: lines(
          `We had to move your spray at ${place}. It is now on ${when}.`,
          ...(moved?.others ?? []).map((other) => `Also moved: ${other}.`),
          reason === '' ? undefined : `Reason: ${reasonFor('en', reason)}`,
          moved?.links &&
            `\nPlease answer within 24 hours. You do not need to sign in.\nThe new time is fine: ${moved.links.accept}\nChoose another time: ${moved.links.change}\nCancel, with a refund of what you paid: ${moved.links.cancel}`,
        ),
      }),
    },
    crew: {
      rebooked: ({ when, place, farmer, farmerPhone }) => ({
        subject: `Job moved to ${when}`,
        text: `The job at ${place} for ${farmer} (${farmerPhone}) is now on ${when}.`,
      }),
    },
  },
  vi: {
    farmer: {
      rebooked: ({ when, place, reason, reader, moved }) => ({
        subject: `Đã dời lịch phun sang ${when}`,
        text: lines(
          `Chúng tôi phải dời lịch phun tại ${place} sang ${when}.`,
          ...(moved?.others ?? []).map((other) => `Cũng dời: ${other}.`),
          reason === '' ? undefined : `Lý do: ${reasonFor('vi', reason)}`,
          moved?.links &&
            `\nMong ${reader} trả lời trong 24 giờ, không cần đăng nhập.\nĐồng ý giờ mới: ${moved.links.accept}\nChọn giờ khác: ${moved.links.change}\nHủy và hoàn tiền đã trả: ${moved.links.cancel}`,
        ),
      }),
    },
    crew: {
      rebooked: ({ when, place, farmer, farmerPhone }) => ({
        subject: `Dời việc sang ${when}`,
        text: `Việc tại ${place} cho ${farmer} (${farmerPhone}) được dời sang ${when}.`,
      }),
    },
  },
};
