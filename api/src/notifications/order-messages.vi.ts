import type { NotSprayedReason } from '../fieldwork/not-sprayed-rules.ts';
import { objectionPeriodHours } from '../orders/order-rules.ts';
import type { MessageFacts, Texts } from './messages.ts';

const methodNames: Record<string, string> = { cash: 'bằng tiền mặt', visa: 'bằng thẻ Visa', mastercard: 'bằng thẻ Mastercard' };
const methodName = (method: string): string => methodNames[method] ?? method;
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const notSprayedReasons: Record<NotSprayedReason, string> = {
  flooded: 'ruộng ngập nước',
  nobody_there: 'không có ai ở ruộng',
  weather: 'thời tiết xấu',
  machine: 'máy hỏng',
  other: 'lý do khác',
};
const notSprayedReason = (code: string): string => (notSprayedReasons as Record<string, string>)[code] ?? code;

/** What was done, and what it costs. */
function sprayed({ place, area, areaSprayed, cost, isRepriced }: MessageFacts): string {
  if (areaSprayed === undefined) return `Đội đã phun ${area} tại ${place}: ${cost}.`;
  const price = isRepriced ? `Tiền công: ${cost}` : `Tiền công theo diện tích đã đặt: ${cost}. Phần chênh lệch văn phòng sẽ quyết định`;
  return `Đội đã phun ${areaSprayed} tại ${place}; bà con đặt ${area}. ${price}.`;
}

/** The messages about an order in Vietnamese. */
export const vietnameseTexts: Texts = {
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
    start_taken_back: (f) => ({
      subject: 'Chưa bắt đầu phun',
      text: `Đội phun đã bấm nhầm là bắt đầu phun tại ${f.place}. ${f.crew} vẫn sẽ tới phun.`,
    }),
    finished: (f) => ({
      subject: `Mời ${f.reader} nghiệm thu`,
      text: `${sprayed(f)}\nMời ${f.reader} nghiệm thu, hoặc báo chỗ chưa đạt trong ${objectionPeriodHours} giờ. Quá giờ đó mà không báo gì thì coi như đã nghiệm thu.`,
    }),
    objection_resolved: (f) => ({
      subject: `Trả lời khiếu nại của ${f.reader}`,
      text: f.isCompleted
        ? `Về lần phun tại ${f.place}, ${f.when}: ${f.note}\nTiền công: ${f.cost}. Nếu ${f.reader} đã thanh toán nhiều hơn, chúng tôi hoàn lại phần chênh lệch.`
        : `Về lần phun tại ${f.place}: ${f.note}\nMời ${f.reader} xem lại ruộng rồi nghiệm thu, hoặc khiếu nại trong ${objectionPeriodHours} giờ nếu vẫn chưa đạt.`,
    }),
    completed: (f) => ({
      subject: 'Đã phun xong',
      text: `${f.areaSprayed === undefined ? '' : `${sprayed(f)}\n`}Đã hoàn tất phun tại ${f.place}. Cảm ơn ${f.reader}. Mời ${f.reader} đánh giá lần phun.`,
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
      subject: `Cách thanh toán mới: ${methodName(f.note)}`,
      text: `Văn phòng đã đổi cách thanh toán cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName(f.note)}. Nếu chưa đúng, xin ${f.reader} gọi cho chúng tôi.`,
    }),
    transfer_rejected: (f) => ({
      subject: 'Chưa nhận được tiền chuyển khoản',
      text: `Chúng tôi chưa thấy tiền chuyển khoản cho lần phun ${f.when} tại ${f.place}: ${f.cost}. Xin ${f.reader} kiểm tra lại trong ứng dụng ngân hàng, hoặc gọi cho chúng tôi.`,
    }),
    refund_due: (f) => ({
      subject: `Văn phòng sẽ hoàn ${f.cost}`,
      text: `${capitalised(f.reader)} đã trả ${f.cost} cho lần phun ${f.when} tại ${f.place}, đã hủy. Văn phòng sẽ hoàn lại bằng tiền mặt hoặc chuyển khoản.`,
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
    not_sprayed: (f) => ({
      subject: `Đơn ${f.orderId}: chưa phun được`,
      text: `${f.place}, ${f.farmer} (${f.farmerPhone}), ${f.when}: ${notSprayedReason(f.note)}. Xin dời hoặc hủy đơn và gọi bà con.`,
    }),
    objection_withdrawn: (f) => ({
      subject: `Đơn ${f.orderId}: đã rút khiếu nại`,
      text: `${f.farmer} (${f.farmerPhone}) đã rút khiếu nại về lần phun ${f.when} tại ${f.place}.`,
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
      text: `${f.farmer} (${f.farmerPhone}) đã đổi cách thanh toán cho lần phun ${f.when} tại ${f.place}: ${f.cost}, ${methodName(f.note)}.`,
    }),
    transfer_reported: (f) => ({
      subject: `Đơn ${f.orderId}: báo đã chuyển khoản`,
      text: `${f.farmer} (${f.farmerPhone}) báo đã chuyển khoản cho lần phun ${f.when}: ${f.cost}. Xin kiểm tra tài khoản rồi xác nhận.`,
    }),
    refund_due: (f) => ({
      subject: `Đơn ${f.orderId}: cần hoàn ${f.cost}`,
      text: `${f.farmer} (${f.farmerPhone}) đã trả ${f.cost} cho lần phun ${f.when}, đã hủy. Xin hoàn tiền mặt hoặc chuyển khoản rồi ghi vào đơn.`,
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
    not_sprayed: (f) => ({
      subject: `Chưa phun được: ${f.farmer}, ${f.place}`,
      text: `Việc tại ${f.place} cho ${f.farmer}, ${f.when}, đã ghi là chưa phun được: ${notSprayedReason(f.note)}. Văn phòng sẽ quyết định tiếp.`,
    }),
    unassigned: (f) => ({
      // Without the time: the order may have moved, and the sprayer may have another job then.
      subject: `Đã rút khỏi việc: ${f.farmer}, ${f.place}`,
      text: `Bạn không còn trong đội phun của việc tại ${f.place} cho ${f.farmer} (${f.farmerPhone}), đơn ${f.orderId}. Việc đã xếp đội khác hoặc dời sang ${f.when}.`,
    }),
  },
};
