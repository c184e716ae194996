import { cropName, type Language, unitName } from '../catalog/catalog-words.ts';
import type { EventType } from '../orders/order.ts';
import { officeTexts, withReason } from './office-messages.ts';

export type { Language } from '../catalog/catalog-words.ts';
/** `dropped`: sprayers who were removed from the crew. */
export type Audience = 'farmer' | 'receptionist' | 'crew' | 'dropped';

/** Recipients by event type. */
export const audiences: Record<EventType, readonly Audience[]> = {
  created: ['farmer', 'receptionist'],
  confirmed: ['farmer'],
  rescheduled: ['farmer', 'crew'],
  edited: ['farmer', 'receptionist', 'crew'],
  assigned: ['farmer', 'crew'],
  unassigned: ['dropped'],
  started: ['farmer'],
  finished: ['farmer'],
  objected: ['receptionist'],
  objection_resolved: ['farmer'],
  completed: ['farmer'],
  cancelled: ['farmer', 'receptionist', 'crew'],
  restored: ['farmer', 'receptionist', 'crew'],
  office_message: ['farmer'],
  paid: ['farmer'],
  payment_failed: ['farmer'],
  payment_method_changed: ['farmer', 'receptionist'],
  transfer_reported: ['receptionist'],
  transfer_rejected: ['farmer'],
  refunded: ['farmer', 'receptionist'],
  refund_due: ['farmer', 'receptionist'],
  cash_returned: ['farmer'],
  price_adjusted: ['farmer'],
  overpayment_returned: ['farmer'],
  report_disputed: ['receptionist'],
  payment_mismatch: ['receptionist'],
  payment_stuck: ['receptionist'],
  feedback: ['receptionist'],
  message: ['farmer', 'receptionist', 'crew'],
};

/** Events whose actor gets no message. */
export const onlyOtherSide: ReadonlySet<EventType> = new Set(['payment_method_changed', 'edited', 'message']);

export interface MessageFacts {
  orderId: string;
  /** Date and time in the recipient's language. */
  when: string;
  place: string;
  crop: string;
  area: string;
  cost: string;
  farmer: string;
  farmerPhone: string;
  crew: string;
  /** Written by the user who caused the event. */
  note: string;
  /** The same, if it is the reason for a change by a person; else empty. */
  reason: string;
}

export interface Message {
  subject: string;
  text: string;
}

type Write = (facts: MessageFacts) => Message;
const methodNames: Record<Language, Record<string, string>> = {
  en: { cash: 'in cash', visa: 'by Visa card', mastercard: 'by Mastercard' },
  vi: { cash: 'bằng tiền mặt', visa: 'bằng thẻ Visa', mastercard: 'bằng thẻ Mastercard' },
};
const methodName = (language: Language, method: string): string => methodNames[language][method] ?? method;

type Texts = Record<Audience, Partial<Record<EventType, Write>>>;

const en: Texts = {
  farmer: {
    message: (f) => ({ subject: `Message about the spray on ${f.when}`, text: `${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `Spray booked for ${f.when}`,
      text: `Your spray is booked for ${f.when} at ${f.place}: ${f.area} of ${f.crop}, ${f.cost}.`,
    }),
    confirmed: (f) => ({
      subject: `Spray confirmed for ${f.when}`,
      text: `Your spray on ${f.when} at ${f.place} is confirmed. We will tell you who comes.`,
    }),
    rescheduled: (f) => ({ subject: `Spray moved to ${f.when}`, text: `Your spray at ${f.place} is now on ${f.when}.` }),
    edited: (f) => ({
      subject: `Your spray on ${f.when} has changed`,
      text: `Your spray on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}, ${f.cost}.`,
    }),
    assigned: (f) => ({ subject: `${f.crew} will come`, text: `${f.crew} will spray your field at ${f.place} on ${f.when}.` }),
    started: (f) => ({ subject: 'Spraying has started', text: `${f.crew} has started at ${f.place}.` }),
    finished: (f) => ({
      subject: 'Please sign off the work',
      text: `The crew says that ${f.place} is done. Please look at the field and sign it off.`,
    }),
    objection_resolved: (f) => ({
      subject: 'Our answer to your objection',
      text: `About your spray at ${f.place}: ${f.note}\nPlease look at the field again and sign the work off, or tell us within 72 hours what is still not right.`,
    }),
    completed: (f) => ({
      subject: 'Spray completed',
      text: `Your spray at ${f.place} is complete. Thank you. Tell us how it went by rating it.`,
    }),
    cancelled: (f) => ({
      subject: 'Spray cancelled',
      text: `Your spray on ${f.when} at ${f.place} is cancelled.`,
    }),
    paid: (f) => ({ subject: `Payment received: ${f.cost}`, text: `We have received ${f.cost} for your spray on ${f.when}. Thank you.` }),
    payment_failed: (f) => ({
      subject: 'Payment did not go through',
      text: `Your payment of ${f.cost} for the spray on ${f.when} did not go through. No money was taken. Please try again, or use another card.`,
    }),
    payment_method_changed: (f) => ({
      subject: `You now pay ${methodName('en', f.note)}`,
      text: `The office has changed how you pay for the spray on ${f.when} at ${f.place}: ${f.cost}, ${methodName('en', f.note)}. If that is not right, please call us.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Your transfer has not arrived',
      text: `We could not find your transfer for the spray on ${f.when} at ${f.place}: ${f.cost}. Please check it in your banking app, or call us.`,
    }),
    refund_due: (f) => ({
      subject: `We owe you ${f.cost}`,
      text: `You paid ${f.cost} in cash for the spray on ${f.when} at ${f.place}, which is cancelled. The office will give it back to you, in cash or by bank transfer.`,
    }),
    cash_returned: (f) => ({
      subject: `Given back: ${f.cost}`,
      text: `The office has given back the ${f.cost} that you paid for the cancelled spray on ${f.when} at ${f.place}, ${f.note === 'transfer' ? 'by bank transfer. That can take the bank a day or two' : 'in cash'}. If you have not received it, please call us.`,
    }),
    price_adjusted: (f) => ({
      subject: `New price: ${f.cost}`,
      text: `The crew sprayed another area at ${f.place} than you ordered. The price of your spray on ${f.when} follows it and is now ${f.cost}. If you have paid more, we give the difference back.${f.note === '' ? '' : `\n${f.note}`}`,
    }),
    overpayment_returned: (f) => ({
      subject: `Given back: ${f.cost}`,
      text: `You had paid ${f.cost} too much for the spray on ${f.when} at ${f.place}. We have given it back, ${f.note === 'card' ? 'to the card that you paid with. That can take the bank a few days' : f.note === 'transfer' ? 'by bank transfer. That can take the bank a day or two' : 'in cash'}.`,
    }),
    refunded: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `The spray on ${f.when} at ${f.place} is cancelled, so your ${f.cost} go back to the card that you paid with. That can take the bank a few days.`,
    }),
  },
  receptionist: {
    message: (f) => ({ subject: `Message on order ${f.orderId}`, text: `${f.farmer}, ${f.when}, ${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `New order ${f.orderId}: ${f.when}`,
      text: `${f.farmer} (${f.farmerPhone}) has booked ${f.when} at ${f.place}: ${f.area} of ${f.crop}.`,
    }),
    cancelled: (f) => ({
      subject: `Order ${f.orderId} cancelled`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} at ${f.place} is cancelled.`,
    }),
    edited: (f) => ({
      subject: `Order ${f.orderId} has changed`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}, ${f.cost}.`,
    }),
    objected: (f) => ({
      subject: `Objection to order ${f.orderId}`,
      text: `${f.farmer} (${f.farmerPhone}) is not content with the spray of ${f.when} at ${f.place}: ${f.note}`,
    }),
    refunded: (f) => ({
      subject: `Order ${f.orderId} refunded: ${f.cost}`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} is cancelled. The ${f.cost} paid by card go back.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Order ${f.orderId} is now paid ${methodName('en', f.note)}`,
      text: `${f.farmer} (${f.farmerPhone}) has changed how the spray on ${f.when} at ${f.place} is paid: ${f.cost}, ${methodName('en', f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Order ${f.orderId}: transfer reported`,
      text: `${f.farmer} (${f.farmerPhone}) has transferred the money for the spray on ${f.when}: ${f.cost}. Please look at the bank account and confirm it.`,
    }),
    refund_due: (f) => ({
      subject: `Order ${f.orderId}: give back ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) paid ${f.cost} in cash for the spray on ${f.when}, which is cancelled. Please give the money back, in cash or by bank transfer, and enter it on the order.`,
    }),
    payment_stuck: (f) => ({
      subject: `Order ${f.orderId}: a card payment is stuck`,
      text: `The payment provider has not answered for some time about the card payment of ${f.farmer} (${f.farmerPhone}) for the spray on ${f.when}: ${f.cost}. We keep trying. Please look at it where the payment provider shows it.`,
    }),
    payment_mismatch: (f) => ({
      subject: `Order ${f.orderId}: a payment does not fit`,
      text: `A card payment came for the spray of ${f.farmer} (${f.farmerPhone}) on ${f.when}, but not as the order asks for: ${f.cost}. It is not counted as paid. Please look at it where the payment provider shows it.`,
    }),
    report_disputed: (f) => ({
      subject: `Order ${f.orderId}: a late report`,
      text: `A crew that was offline has reported the spray of ${f.farmer} (${f.farmerPhone}) at ${f.place} on ${f.when}, which the order could not take. Please decide about it on the order.`,
    }),
    feedback: (f) => ({
      subject: `New feedback on order ${f.orderId}`,
      text: `${f.farmer} has rated the spray of ${f.when} at ${f.place}.`,
    }),
  },
  crew: {
    message: (f) => ({ subject: `Message about the spray on ${f.when}`, text: `${f.place}: ${f.note}` }),
    assigned: (f) => ({
      subject: `New job: ${f.when}`,
      text: `${f.place}: ${f.area} of ${f.crop} for ${f.farmer} (${f.farmerPhone}), ${f.when}. Crew: ${f.crew}.`,
    }),
    rescheduled: (f) => ({
      subject: `Job moved to ${f.when}`,
      text: `The job at ${f.place} for ${f.farmer} (${f.farmerPhone}) is now on ${f.when}.`,
    }),
    edited: (f) => ({
      subject: `Job changed: ${f.when}`,
      text: `The job for ${f.farmer} (${f.farmerPhone}) on ${f.when} is now: ${f.area} of ${f.crop} at ${f.place}. Please read the note to the crew.`,
    }),
    cancelled: (f) => ({
      subject: `Job cancelled: ${f.when}`,
      text: `The job at ${f.place} for ${f.farmer} (${f.farmerPhone}) on ${f.when} is cancelled.`,
    }),
  },
  dropped: {
    unassigned: (f) => ({
      subject: `Not your job any more: ${f.when}`,
      text: `Someone else takes the job at ${f.place}, or it has moved to ${f.when}. You are not in its crew any more.`,
    }),
  },
};

const vi: Texts = {
  farmer: {
    message: (f) => ({ subject: `Tin nhắn về lần phun ${f.when}`, text: `${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `Đã đặt lịch phun ${f.when}`,
      text: `Bà con đã đặt phun ${f.when} tại ${f.place}: ${f.area} ${f.crop}, ${f.cost}.`,
    }),
    confirmed: (f) => ({
      subject: `Đã xác nhận lịch phun ${f.when}`,
      text: `Lịch phun ${f.when} tại ${f.place} đã được xác nhận. Chúng tôi sẽ báo ai tới phun.`,
    }),
    rescheduled: (f) => ({ subject: `Đã dời lịch phun sang ${f.when}`, text: `Lịch phun tại ${f.place} nay là ${f.when}.` }),
    edited: (f) => ({
      subject: `Đã sửa lịch phun ${f.when}`,
      text: `Lịch phun ${f.when} nay là: ${f.area} ${f.crop} tại ${f.place}, ${f.cost}.`,
    }),
    assigned: (f) => ({ subject: `${f.crew} sẽ tới phun`, text: `${f.crew} sẽ tới phun tại ${f.place}, ${f.when}.` }),
    started: (f) => ({ subject: 'Đã bắt đầu phun', text: `${f.crew} đã bắt đầu phun tại ${f.place}.` }),
    finished: (f) => ({
      subject: 'Mời bà con nghiệm thu',
      text: `Đội phun báo đã xong tại ${f.place}. Bà con xem ruộng rồi xác nhận giúp.`,
    }),
    objection_resolved: (f) => ({
      subject: 'Trả lời khiếu nại của bà con',
      text: `Về lần phun tại ${f.place}: ${f.note}\nBà con xem lại ruộng rồi xác nhận giúp, hoặc báo trong 72 giờ nếu vẫn chưa đạt.`,
    }),
    completed: (f) => ({
      subject: 'Đã phun xong',
      text: `Đã hoàn tất phun tại ${f.place}. Cảm ơn bà con. Mời bà con chấm điểm để chúng tôi làm tốt hơn.`,
    }),
    cancelled: (f) => ({
      subject: 'Đã hủy lịch phun',
      text: `Lịch phun ${f.when} tại ${f.place} đã hủy.`,
    }),
    paid: (f) => ({ subject: `Đã nhận thanh toán: ${f.cost}`, text: `Chúng tôi đã nhận ${f.cost} cho lần phun ${f.when}. Cảm ơn bà con.` }),
    payment_failed: (f) => ({
      subject: 'Thanh toán không thành công',
      text: `Khoản ${f.cost} cho lần phun ${f.when} chưa trả được. Chưa trừ tiền. Bà con thử lại hoặc dùng thẻ khác.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Nay bà con trả ${methodName('vi', f.note)}`,
      text: `Văn phòng đã đổi cách trả tiền cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName('vi', f.note)}. Nếu chưa đúng, xin bà con gọi cho chúng tôi.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Chưa nhận được tiền chuyển khoản',
      text: `Chúng tôi chưa thấy tiền chuyển khoản cho lần phun ${f.when} tại ${f.place}: ${f.cost}. Bà con kiểm tra lại trong ứng dụng ngân hàng, hoặc gọi cho chúng tôi.`,
    }),
    refund_due: (f) => ({
      subject: `Văn phòng sẽ trả lại ${f.cost}`,
      text: `Bà con đã trả ${f.cost} tiền mặt cho lần phun ${f.when} tại ${f.place}, nay đã hủy. Văn phòng sẽ trả lại bà con bằng tiền mặt hoặc chuyển khoản.`,
    }),
    cash_returned: (f) => ({
      subject: `Đã trả lại: ${f.cost}`,
      text: `Văn phòng đã trả lại ${f.cost} của lần phun đã hủy ${f.when} tại ${f.place}, ${f.note === 'transfer' ? 'bằng chuyển khoản. Ngân hàng có thể cần một hai ngày' : 'bằng tiền mặt'}. Nếu chưa nhận được, xin bà con gọi cho chúng tôi.`,
    }),
    price_adjusted: (f) => ({
      subject: `Giá mới: ${f.cost}`,
      text: `Diện tích đã phun tại ${f.place} khác với đơn, nên giá lần phun ${f.when} tính theo diện tích đã phun, nay là ${f.cost}. Nếu bà con đã trả nhiều hơn, chúng tôi trả lại phần chênh lệch.${f.note === '' ? '' : `\n${f.note}`}`,
    }),
    overpayment_returned: (f) => ({
      subject: `Đã trả lại: ${f.cost}`,
      text: `Bà con đã trả dư ${f.cost} cho lần phun ${f.when} tại ${f.place}. Chúng tôi đã trả lại ${f.note === 'card' ? 'về thẻ bà con đã dùng. Ngân hàng có thể cần vài ngày' : f.note === 'transfer' ? 'bằng chuyển khoản. Ngân hàng có thể cần một hai ngày' : 'bằng tiền mặt'}.`,
    }),
    refunded: (f) => ({
      subject: `Đã hoàn tiền: ${f.cost}`,
      text: `Lịch phun ${f.when} tại ${f.place} đã hủy nên ${f.cost} được hoàn về thẻ bà con đã dùng. Ngân hàng có thể cần vài ngày.`,
    }),
  },
  receptionist: {
    message: (f) => ({ subject: `Tin nhắn của đơn ${f.orderId}`, text: `${f.farmer}, ${f.when}, ${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `Đơn mới ${f.orderId}: ${f.when}`,
      text: `${f.farmer} (${f.farmerPhone}) đặt phun ${f.when} tại ${f.place}: ${f.area} ${f.crop}.`,
    }),
    cancelled: (f) => ({
      subject: `Đơn ${f.orderId} đã hủy`,
      text: `Lịch phun của ${f.farmer} (${f.farmerPhone}) ${f.when} tại ${f.place} đã hủy.`,
    }),
    edited: (f) => ({
      subject: `Đơn ${f.orderId} đã sửa`,
      text: `Lịch phun của ${f.farmer} (${f.farmerPhone}) ${f.when} nay là: ${f.area} ${f.crop} tại ${f.place}, ${f.cost}.`,
    }),
    objected: (f) => ({
      subject: `Khiếu nại đơn ${f.orderId}`,
      text: `${f.farmer} (${f.farmerPhone}) chưa hài lòng với lần phun ${f.when} tại ${f.place}: ${f.note}`,
    }),
    refunded: (f) => ({
      subject: `Đơn ${f.orderId} đã hoàn tiền: ${f.cost}`,
      text: `Lịch phun của ${f.farmer} (${f.farmerPhone}) ${f.when} đã hủy. ${f.cost} trả bằng thẻ được hoàn lại.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Đơn ${f.orderId} nay trả ${methodName('vi', f.note)}`,
      text: `${f.farmer} (${f.farmerPhone}) đã đổi cách trả tiền cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName('vi', f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Đơn ${f.orderId}: báo đã chuyển khoản`,
      text: `${f.farmer} (${f.farmerPhone}) báo đã chuyển khoản cho lần phun ${f.when}: ${f.cost}. Vui lòng kiểm tra tài khoản rồi xác nhận.`,
    }),
    refund_due: (f) => ({
      subject: `Đơn ${f.orderId}: cần trả lại ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) đã trả ${f.cost} tiền mặt cho lần phun ${f.when}, nay đã hủy. Vui lòng trả lại bằng tiền mặt hoặc chuyển khoản rồi ghi vào đơn.`,
    }),
    payment_stuck: (f) => ({
      subject: `Đơn ${f.orderId}: khoản trả bằng thẻ chưa xử lý được`,
      text: `Bên thanh toán đã lâu chưa trả lời về khoản trả bằng thẻ của ${f.farmer} (${f.farmerPhone}) cho lần phun ${f.when}: ${f.cost}. Hệ thống vẫn thử lại. Vui lòng kiểm tra ở trang của bên thanh toán.`,
    }),
    payment_mismatch: (f) => ({
      subject: `Đơn ${f.orderId}: khoản thanh toán không khớp`,
      text: `Có khoản trả bằng thẻ cho lần phun ${f.when} của ${f.farmer} (${f.farmerPhone}), nhưng không khớp với đơn: ${f.cost}. Chưa tính là đã trả. Vui lòng kiểm tra ở trang của bên thanh toán.`,
    }),
    report_disputed: (f) => ({
      subject: `Đơn ${f.orderId}: báo cáo đến muộn`,
      text: `Một đội mất sóng vừa báo đã phun cho ${f.farmer} (${f.farmerPhone}) tại ${f.place}, ${f.when}, nhưng đơn không còn nhận được. Vui lòng xem đơn và quyết định.`,
    }),
    feedback: (f) => ({
      subject: `Đánh giá mới cho đơn ${f.orderId}`,
      text: `${f.farmer} đã chấm điểm lần phun ${f.when} tại ${f.place}.`,
    }),
  },
  crew: {
    message: (f) => ({ subject: `Tin nhắn về lần phun ${f.when}`, text: `${f.place}: ${f.note}` }),
    assigned: (f) => ({
      subject: `Việc mới: ${f.when}`,
      text: `${f.place}: ${f.area} ${f.crop} cho ${f.farmer} (${f.farmerPhone}), ${f.when}. Đội: ${f.crew}.`,
    }),
    rescheduled: (f) => ({
      subject: `Dời việc sang ${f.when}`,
      text: `Việc tại ${f.place} cho ${f.farmer} (${f.farmerPhone}) nay là ${f.when}.`,
    }),
    edited: (f) => ({
      subject: `Việc đã sửa: ${f.when}`,
      text: `Việc cho ${f.farmer} (${f.farmerPhone}) ${f.when} nay là: ${f.area} ${f.crop} tại ${f.place}. Xem lời dặn cho đội.`,
    }),
    cancelled: (f) => ({
      subject: `Hủy việc: ${f.when}`,
      text: `Việc tại ${f.place} cho ${f.farmer} (${f.farmerPhone}) ${f.when} đã hủy.`,
    }),
  },
  dropped: {
    unassigned: (f) => ({
      subject: `Không còn là việc của bạn: ${f.when}`,
      text: `Việc tại ${f.place} đã giao người khác hoặc dời sang ${f.when}. Bạn không còn trong đội này.`,
    }),
  },
};

const texts = { en, vi };

export function messageFor(audience: Audience, event: EventType, language: Language, facts: MessageFacts): Message | undefined {
  const message = (texts[language][audience][event] ?? officeTexts[language][audience]?.[event])?.(facts);
  return message && withReason(message, audience, event, language, facts.reason);
}

export interface FormattedOrder {
  when: string;
  crop: string;
  area: string;
  cost: string;
}

// Cached, because creating a formatter costs more than the rest of a message.
const formatters = new Map<string, ReturnType<typeof createFormatters>>();

function createFormatters(language: Language, currency: string, currencyDigits: number) {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  return {
    day: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    area: new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }),
    cost: new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: currencyDigits }),
  };
}

function formattersFor(language: Language, currency: string, currencyDigits: number) {
  const key = `${language} ${currency} ${currencyDigits}`;
  let found = formatters.get(key);
  if (found === undefined) {
    found = createFormatters(language, currency, currencyDigits);
    formatters.set(key, found);
  }
  return found;
}

/** Date, crop, area and cost in the recipient's language. */
export function formatOrder(
  language: Language,
  order: { date: string; startTime: string; crop: string; area: string; cost: string },
  company: { areaUnit: string; currency: string; currencyDigits: number },
): FormattedOrder {
  const format = formattersFor(language, company.currency, company.currencyDigits);
  const day = format.day.format(new Date(`${order.date}T00:00:00Z`));
  const time = order.startTime.slice(0, 5);
  const area = format.area.format(Number(order.area));
  return {
    when: language === 'vi' ? `${time} ${day}` : `${day}, ${time}`,
    crop: cropName(language, order.crop),
    area: `${area} ${unitName(language, company.areaUnit)}${language === 'vi' || Number(order.area) === 1 ? '' : 's'}`,
    cost: format.cost.format(order.cost as unknown as number),
  };
}
