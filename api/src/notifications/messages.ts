import { cropName, type Language, unitName } from '../catalog/catalog-words.ts';
import type { EventType } from '../orders/order.ts';
import { officeTexts, withReason } from './office-messages.ts';
import { type MovedFacts, rebookingTexts } from './rebooking-messages.ts';

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
  weather_stop: ['receptionist', 'crew'],
  rebooked: ['farmer', 'crew'],
  rebooking_answered: [],
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
  /** How a farmer is addressed within a Vietnamese sentence: "bà con" or "anh Bảy". */
  reader: string;
  /** Of an order that was moved together with others. */
  moved?: MovedFacts | undefined;
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
      text: `Your spray on ${f.when} at ${f.place} is confirmed. You get a notification when a crew is assigned.`,
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
      text: `The crew has reported the work at ${f.place} as done. Please check the field and sign off the work.`,
    }),
    objection_resolved: (f) => ({
      subject: 'Our answer to your objection',
      text: `About your spray at ${f.place}: ${f.note}\nPlease check the field again and sign off the work, or report within 72 hours what is still wrong.`,
    }),
    completed: (f) => ({
      subject: 'Spray completed',
      text: `Your spray at ${f.place} is completed. Thank you. Please rate the work.`,
    }),
    cancelled: (f) => ({
      subject: 'Spray cancelled',
      text: `Your spray on ${f.when} at ${f.place} is cancelled.`,
    }),
    paid: (f) => ({ subject: `Payment received: ${f.cost}`, text: `We have received ${f.cost} for your spray on ${f.when}. Thank you.` }),
    payment_failed: (f) => ({
      subject: 'Payment failed',
      text: `Your payment of ${f.cost} for the spray on ${f.when} failed. Nothing was charged. Please try again or use another card.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Payment method changed: ${methodName('en', f.note)}`,
      text: `The office has changed the payment method for the spray on ${f.when} at ${f.place}: ${f.cost}, ${methodName('en', f.note)}. If that is not right, please call us.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Your transfer has not arrived',
      text: `We could not find your transfer for the spray on ${f.when} at ${f.place}: ${f.cost}. Please check it in your banking app, or call us.`,
    }),
    refund_due: (f) => ({
      subject: `Refund due: ${f.cost}`,
      text: `You paid ${f.cost} in cash for the spray on ${f.when} at ${f.place}, which is cancelled. The office will refund it in cash or by bank transfer.`,
    }),
    cash_returned: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `The office has refunded the ${f.cost} that you paid for the cancelled spray on ${f.when} at ${f.place}, ${f.note === 'transfer' ? 'by bank transfer. This can take one or two days' : 'in cash'}. If you have not received it, please call us.`,
    }),
    price_adjusted: (f) => ({
      subject: `New price: ${f.cost}`,
      text: `The crew sprayed another area at ${f.place} than you ordered. The price of your spray on ${f.when} follows it and is now ${f.cost}. If you have paid more, we refund the difference.${f.note === '' ? '' : `\n${f.note}`}`,
    }),
    overpayment_returned: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `You overpaid ${f.cost} for the spray on ${f.when} at ${f.place}. We have refunded it ${f.note === 'card' ? 'to the card that you paid with. That can take the bank a few days' : f.note === 'transfer' ? 'by bank transfer. That can take the bank a day or two' : 'in cash'}.`,
    }),
    refunded: (f) => ({
      subject: `Refunded: ${f.cost}`,
      text: `The spray on ${f.when} at ${f.place} is cancelled. ${f.cost} are refunded to your card. This can take a few days.`,
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
      text: `${f.farmer} (${f.farmerPhone}) has objected to the spray of ${f.when} at ${f.place}: ${f.note}`,
    }),
    refunded: (f) => ({
      subject: `Order ${f.orderId} refunded: ${f.cost}`,
      text: `The spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} is cancelled. ${f.cost} are refunded to the card.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Order ${f.orderId}: payment method changed`,
      text: `${f.farmer} (${f.farmerPhone}) has changed the payment method for the spray on ${f.when} at ${f.place}: ${f.cost}, ${methodName('en', f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Order ${f.orderId}: transfer reported`,
      text: `${f.farmer} (${f.farmerPhone}) has transferred the money for the spray on ${f.when}: ${f.cost}. Please check the bank account and confirm it.`,
    }),
    refund_due: (f) => ({
      subject: `Order ${f.orderId}: refund ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) paid ${f.cost} in cash for the spray on ${f.when}, which is cancelled. Please refund it in cash or by bank transfer, then record it on the order.`,
    }),
    payment_stuck: (f) => ({
      subject: `Order ${f.orderId}: no payment result`,
      text: `The payment provider has not reported a result for the card payment of ${f.farmer} (${f.farmerPhone}) for the spray on ${f.when}: ${f.cost}. Swath keeps retrying. Please check the payment in your account at the provider.`,
    }),
    payment_mismatch: (f) => ({
      subject: `Order ${f.orderId}: payment does not match`,
      text: `A card payment for the spray of ${f.farmer} (${f.farmerPhone}) on ${f.when} does not match the order: ${f.cost}. The order is not marked as paid. Please check the payment in your account at the provider.`,
    }),
    report_disputed: (f) => ({
      subject: `Order ${f.orderId}: a late report`,
      text: `A crew that was offline has reported the spray of ${f.farmer} (${f.farmerPhone}) at ${f.place} on ${f.when}, but the order had changed. Please accept or reject the report on the order.`,
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
      subject: `Removed from job: ${f.when}`,
      text: `You are no longer assigned to the job at ${f.place}. It has another crew or has moved to ${f.when}.`,
    }),
  },
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const vi: Texts = {
  farmer: {
    message: (f) => ({ subject: `Tin nhắn về lần phun ${f.when}`, text: `${f.place}: ${f.note}` }),
    created: (f) => ({
      subject: `Đã đặt lịch phun ${f.when}`,
      text: `${capitalised(f.reader)} đã đặt phun ${f.when} tại ${f.place}: ${f.area} ${f.crop}, ${f.cost}.`,
    }),
    confirmed: (f) => ({
      subject: `Đã xác nhận lịch phun ${f.when}`,
      text: `Lịch phun ${f.when} tại ${f.place} đã được xác nhận. Chúng tôi sẽ thông báo khi xếp đội phun.`,
    }),
    rescheduled: (f) => ({ subject: `Đã dời lịch phun sang ${f.when}`, text: `Lịch phun tại ${f.place} được dời sang ${f.when}.` }),
    edited: (f) => ({
      subject: `Đã sửa lịch phun ${f.when}`,
      text: `Lịch phun ${f.when} nay là: ${f.area} ${f.crop} tại ${f.place}, ${f.cost}.`,
    }),
    assigned: (f) => ({ subject: `${f.crew} sẽ tới phun`, text: `${f.crew} sẽ tới phun tại ${f.place}, ${f.when}.` }),
    started: (f) => ({ subject: 'Đã bắt đầu phun', text: `${f.crew} đã bắt đầu phun tại ${f.place}.` }),
    finished: (f) => ({
      subject: `Mời ${f.reader} nghiệm thu`,
      text: `Đội phun báo đã phun xong tại ${f.place}. Mời ${f.reader} xem ruộng rồi nghiệm thu.`,
    }),
    objection_resolved: (f) => ({
      subject: `Trả lời khiếu nại của ${f.reader}`,
      text: `Về lần phun tại ${f.place}: ${f.note}\nMời ${f.reader} xem lại ruộng rồi nghiệm thu, hoặc khiếu nại trong 72 giờ nếu vẫn chưa đạt.`,
    }),
    completed: (f) => ({
      subject: 'Đã phun xong',
      text: `Đã hoàn tất phun tại ${f.place}. Cảm ơn ${f.reader}. Mời ${f.reader} đánh giá lần phun.`,
    }),
    cancelled: (f) => ({
      subject: 'Đã hủy lịch phun',
      text: `Lịch phun ${f.when} tại ${f.place} đã hủy.`,
    }),
    paid: (f) => ({
      subject: `Đã nhận thanh toán: ${f.cost}`,
      text: `Chúng tôi đã nhận ${f.cost} cho lần phun ${f.when}. Cảm ơn ${f.reader}.`,
    }),
    payment_failed: (f) => ({
      subject: 'Thanh toán không thành công',
      text: `Khoản ${f.cost} cho lần phun ${f.when} thanh toán lỗi. Chưa trừ tiền. Xin thanh toán lại hoặc dùng thẻ khác.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Cách thanh toán mới: ${methodName('vi', f.note)}`,
      text: `Văn phòng đã đổi cách thanh toán cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName('vi', f.note)}. Nếu chưa đúng, xin ${f.reader} gọi cho chúng tôi.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Chưa nhận được tiền chuyển khoản',
      text: `Chúng tôi chưa thấy tiền chuyển khoản cho lần phun ${f.when} tại ${f.place}: ${f.cost}. Xin ${f.reader} kiểm tra lại trong ứng dụng ngân hàng, hoặc gọi cho chúng tôi.`,
    }),
    refund_due: (f) => ({
      subject: `Văn phòng sẽ hoàn ${f.cost}`,
      text: `${capitalised(f.reader)} đã trả ${f.cost} tiền mặt cho lần phun ${f.when} tại ${f.place}, đã hủy. Văn phòng sẽ hoàn lại bằng tiền mặt hoặc chuyển khoản.`,
    }),
    cash_returned: (f) => ({
      subject: `Đã hoàn tiền: ${f.cost}`,
      text: `Văn phòng đã hoàn ${f.cost} của lần phun đã hủy ${f.when} tại ${f.place}, ${f.note === 'transfer' ? 'bằng chuyển khoản. Ngân hàng có thể cần một hai ngày' : 'bằng tiền mặt'}. Nếu chưa nhận được, xin ${f.reader} gọi cho chúng tôi.`,
    }),
    price_adjusted: (f) => ({
      subject: `Tiền công mới: ${f.cost}`,
      text: `Diện tích đã phun tại ${f.place} khác với đơn, nên tiền công lần phun ${f.when} tính theo diện tích đã phun, nay là ${f.cost}. Nếu ${f.reader} đã thanh toán nhiều hơn, chúng tôi hoàn lại phần chênh lệch.${f.note === '' ? '' : `\n${f.note}`}`,
    }),
    overpayment_returned: (f) => ({
      subject: `Đã hoàn tiền: ${f.cost}`,
      text: `${capitalised(f.reader)} đã thanh toán dư ${f.cost} cho lần phun ${f.when} tại ${f.place}. Chúng tôi đã hoàn lại ${f.note === 'card' ? `về thẻ ${f.reader} đã dùng. Ngân hàng có thể cần vài ngày` : f.note === 'transfer' ? 'bằng chuyển khoản. Ngân hàng có thể cần một hai ngày' : 'bằng tiền mặt'}.`,
    }),
    refunded: (f) => ({
      subject: `Đã hoàn tiền: ${f.cost}`,
      text: `Lịch phun ${f.when} tại ${f.place} đã hủy nên ${f.cost} được hoàn về thẻ ${f.reader} đã dùng. Ngân hàng có thể cần vài ngày.`,
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
      text: `${f.farmer} (${f.farmerPhone}) khiếu nại về lần phun ${f.when} tại ${f.place}: ${f.note}`,
    }),
    refunded: (f) => ({
      subject: `Đơn ${f.orderId} đã hoàn tiền: ${f.cost}`,
      text: `Lịch phun của ${f.farmer} (${f.farmerPhone}) ${f.when} đã hủy. ${f.cost} được hoàn về thẻ.`,
    }),
    payment_method_changed: (f) => ({
      subject: `Đơn ${f.orderId}: đổi cách thanh toán`,
      text: `${f.farmer} (${f.farmerPhone}) đã đổi cách thanh toán cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName('vi', f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Đơn ${f.orderId}: báo đã chuyển khoản`,
      text: `${f.farmer} (${f.farmerPhone}) báo đã chuyển khoản cho lần phun ${f.when}: ${f.cost}. Xin kiểm tra tài khoản rồi xác nhận.`,
    }),
    refund_due: (f) => ({
      subject: `Đơn ${f.orderId}: cần hoàn ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) đã trả ${f.cost} tiền mặt cho lần phun ${f.when}, đã hủy. Xin hoàn tiền mặt hoặc chuyển khoản rồi ghi vào đơn.`,
    }),
    payment_stuck: (f) => ({
      subject: `Đơn ${f.orderId}: chưa có kết quả thanh toán`,
      text: `Bên thanh toán chưa báo kết quả khoản thanh toán bằng thẻ của ${f.farmer} (${f.farmerPhone}) cho lần phun ${f.when}: ${f.cost}. Hệ thống vẫn thử lại. Xin kiểm tra ở tài khoản bên thanh toán.`,
    }),
    payment_mismatch: (f) => ({
      subject: `Đơn ${f.orderId}: khoản thanh toán không khớp`,
      text: `Có khoản thanh toán bằng thẻ cho lần phun ${f.when} của ${f.farmer} (${f.farmerPhone}), nhưng không khớp với đơn: ${f.cost}. Đơn chưa được ghi là đã thanh toán. Xin kiểm tra ở tài khoản bên thanh toán.`,
    }),
    report_disputed: (f) => ({
      subject: `Đơn ${f.orderId}: báo cáo đến muộn`,
      text: `Một đội mất mạng vừa báo đã phun cho ${f.farmer} (${f.farmerPhone}) tại ${f.place}, ${f.when}, nhưng đơn đã thay đổi. Xin xem đơn rồi chấp nhận hoặc từ chối báo cáo.`,
    }),
    feedback: (f) => ({
      subject: `Đánh giá mới cho đơn ${f.orderId}`,
      text: `${f.farmer} đã đánh giá lần phun ${f.when} tại ${f.place}.`,
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
      text: `Việc tại ${f.place} cho ${f.farmer} (${f.farmerPhone}) được dời sang ${f.when}.`,
    }),
    edited: (f) => ({
      subject: `Việc đã sửa: ${f.when}`,
      text: `Việc cho ${f.farmer} (${f.farmerPhone}) ${f.when} nay là: ${f.area} ${f.crop} tại ${f.place}. Xin xem lời dặn cho đội phun.`,
    }),
    cancelled: (f) => ({
      subject: `Hủy việc: ${f.when}`,
      text: `Việc tại ${f.place} cho ${f.farmer} (${f.farmerPhone}) ${f.when} đã hủy.`,
    }),
  },
  dropped: {
    unassigned: (f) => ({
      subject: `Đã rút khỏi việc: ${f.when}`,
      text: `Bạn không còn trong đội phun của việc tại ${f.place}. Việc đã xếp đội khác hoặc dời sang ${f.when}.`,
    }),
  },
};

const texts = { en, vi };

export function messageFor(audience: Audience, event: EventType, language: Language, facts: MessageFacts): Message | undefined {
  const message = (
    texts[language][audience][event] ??
    officeTexts[language][audience]?.[event] ??
    rebookingTexts[language][audience]?.[event]
  )?.(facts);
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
