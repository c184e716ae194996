/** Names of the states of an order, in exports, calendars and the web app (web/src/ui/state-words.ts, compared by its test). */
export const orderStatusWords = {
  en: {
    pending: 'To be confirmed',
    confirmed: 'Confirmed',
    assigned: 'Crew assigned',
    in_progress: 'In progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  vi: {
    pending: 'Chờ xác nhận',
    confirmed: 'Đã xác nhận',
    assigned: 'Đã xếp đội',
    in_progress: 'Đang phun',
    completed: 'Hoàn tất',
    cancelled: 'Đã hủy',
  },
} as const;

export const paymentStatusWords = {
  en: { pending: 'Not paid', paid: 'Paid', failed: 'Payment failed' },
  vi: { pending: 'Chưa thanh toán', paid: 'Đã thanh toán', failed: 'Thanh toán lỗi' },
} as const;
