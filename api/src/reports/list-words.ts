import { valueWords } from '../spreadsheets/value-word-rules.ts';
import { exportWords } from './export-words.ts';
import type { ValueWords } from './list-columns.ts';

const both = (name: keyof typeof valueWords.en): ValueWords => ({ en: valueWords.en[name], vi: valueWords.vi[name] });

/** Words of the values in exported lists, as the web app has them. */
export const listWords = {
  role: both('role'),
  expertise: both('expertise'),
  language: both('language'),
  active: both('active'),
  archived: both('archived'),
  crop: both('crop'),
  paymentMethod: both('paymentMethod'),
  orderStatus: { en: exportWords.en.values, vi: exportWords.vi.values },
  paymentStatus: { en: exportWords.en.payment, vi: exportWords.vi.payment },
  absenceKind: {
    en: { leave: 'Leave', illness: 'Ill', other: 'Away' },
    vi: { leave: 'Nghỉ phép', illness: 'Nghỉ ốm', other: 'Vắng mặt' },
  },
  absenceState: {
    en: { requested: 'Waiting for the office', approved: 'Approved', refused: 'Refused' },
    vi: { requested: 'Chờ văn phòng duyệt', approved: 'Đã duyệt', refused: 'Không duyệt' },
  },
  waiting: {
    en: {
      waiting: 'Waiting',
      offered: 'Place offered',
      booked: 'Booked',
      left: 'Left',
      removed: 'Removed by the office',
      ended: 'No place became free',
    },
    vi: {
      waiting: 'Đang chờ',
      offered: 'Đang giữ chỗ',
      booked: 'Đã đặt',
      left: 'Đã rời',
      removed: 'Văn phòng đã rút tên',
      ended: 'Không có chỗ trống',
    },
  },
  placeKind: {
    en: { hives: 'Hives', house: 'House', school: 'School', water: 'Water', organic_field: 'Organic field' },
    vi: { hives: 'Tổ ong', house: 'Nhà ở', school: 'Trường học', water: 'Nguồn nước', organic_field: 'Ruộng hữu cơ' },
  },
  attention: {
    en: {
      unassigned_soon: 'Today or tomorrow, no crew assigned',
      not_sprayed: 'The crew was there and did not spray',
      overdue: 'The day has passed, work not reported',
      objection: 'Objection by the farmer',
      session_closed: 'Booked at a time that is now closed',
      crew_absent: 'A crew member is absent',
      weather_stop: 'The weather is too bad to spray',
      disputed_report: 'Late report from a crew that was offline',
      area_difference: 'Another area was sprayed than ordered',
      waiting: 'To be confirmed',
      payment_failed: 'Card payment failed',
      transfer_reported: 'The farmer reports a bank transfer',
      refund_due: 'Refund due',
      payment_stuck: 'No payment result from the provider',
      sign_off_due: 'Work done, not signed off',
      message_failed: 'A notification could not be sent',
    },
    vi: {
      unassigned_soon: 'Phun hôm nay hoặc ngày mai, chưa xếp đội',
      not_sprayed: 'Đội tới nhưng chưa phun được',
      overdue: 'Đã qua ngày, chưa báo phun xong',
      objection: 'Bà con khiếu nại',
      session_closed: 'Đặt vào lúc đã báo nghỉ',
      crew_absent: 'Có thợ trong đội nghỉ',
      weather_stop: 'Thời tiết xấu, không nên phun',
      disputed_report: 'Báo cáo muộn của đội bị mất mạng',
      area_difference: 'Diện tích đã phun khác với đơn',
      waiting: 'Chờ xác nhận',
      payment_failed: 'Thanh toán bằng thẻ lỗi',
      transfer_reported: 'Bà con báo đã chuyển khoản',
      refund_due: 'Cần hoàn tiền cho bà con',
      payment_stuck: 'Bên thanh toán chưa báo kết quả',
      sign_off_due: 'Đã phun xong, chưa nghiệm thu',
      message_failed: 'Có thông báo chưa gửi được',
    },
  },
  plan: {
    en: {
      planning: 'Planning',
      ready: 'Proposal',
      failed: 'Failed',
      cancelled: 'Discarded',
      accepted: 'Accepted',
      undone: 'Undone',
      replaced: 'Replaced',
      left_out: 'Left out',
    },
    vi: {
      planning: 'Đang xếp',
      ready: 'Đề xuất',
      failed: 'Không xếp được',
      cancelled: 'Đã bỏ',
      accepted: 'Đã đồng ý',
      undone: 'Đã hoàn tác',
      replaced: 'Đã có bản mới',
      left_out: 'Không áp dụng',
    },
  },
  rebooking: {
    en: { proposed: 'Proposal', applied: 'Applied', undone: 'Undone', replaced: 'Out of date' },
    vi: { proposed: 'Đề xuất', applied: 'Đã áp dụng', undone: 'Đã hoàn tác', replaced: 'Đã cũ' },
  },
  rebookingAnswer: {
    en: { accepted: 'Accepted', changed: 'Chose another time', cancelled: 'Cancelled' },
    vi: { accepted: 'Đồng ý', changed: 'Chọn giờ khác', cancelled: 'Đã hủy' },
  },
  notPlaced: {
    en: {
      NO_FREE_PLACE: 'No place is free',
      WEATHER: 'The weather stops every free place',
      OTHERS_FIRST: 'Others need the free places more',
      BY_OFFICE: 'Left out by the office',
    },
    vi: {
      NO_FREE_PLACE: 'Không còn chỗ trống',
      WEATHER: 'Chỗ trống nào thời tiết cũng không phun được',
      OTHERS_FIRST: 'Chỗ trống cần cho đơn khác hơn',
      BY_OFFICE: 'Văn phòng để lại',
    },
  },
  channel: {
    en: { push: 'App notification', zalo: 'Zalo', sms: 'SMS', mail: 'E-mail' },
    vi: { push: 'Thông báo ứng dụng', zalo: 'Zalo', sms: 'SMS', mail: 'Email' },
  },
  message: {
    en: {
      waiting: 'Waiting',
      sending: 'Sending',
      queued: 'Waiting',
      sent: 'Sent',
      not_sent: 'Not sent (not set up)',
      delivered: 'Delivered',
      failed: 'Not delivered',
      unknown: 'Perhaps sent',
    },
    vi: {
      waiting: 'Đang chờ',
      sending: 'Đang gửi',
      queued: 'Đang chờ',
      sent: 'Đã gửi',
      not_sent: 'Chưa gửi (chưa cài đặt)',
      delivered: 'Đã nhận',
      failed: 'Không gửi được',
      unknown: 'Có thể đã gửi',
    },
  },
  delivery: {
    en: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    vi: { waiting: 'Đang chờ', delivered: 'Đã gửi', failed: 'Bị lỗi' },
  },
  apiKey: {
    en: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
    vi: { active: 'Đang dùng', expired: 'Hết hạn', revoked: 'Đã thu hồi' },
  },
} as const satisfies Record<string, ValueWords>;
