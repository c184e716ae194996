const en = {
  title: 'Closed days',
  intro: 'These days and times cannot be booked. Farmers see the reason.',
  add: 'Close days',
  reason: 'Reason, shown to farmers',
  reasonHint: 'For example Tết, or a drone under repair',
  close: 'Close these days',
  closed: (count: number) =>
    count === 0
      ? 'Closed. Nothing is booked then.'
      : `Closed. ${count === 1 ? '1 order is' : `${count} orders are`} to be moved: see your to-do list.`,
  none: 'No closed days',
  noneText: 'Close days without spraying, such as Tết, or single times when a drone is away.',
  wholeDay: 'whole day',
  noReason: 'No reason given',
  by: (name: string) => `entered by ${name}`,
  orders: (count: number) => (count === 1 ? '1 order to move' : `${count} orders to move`),
  remove: 'Open again',
  removeTitle: 'Open these days again?',
  removeText: (days: string) => `${days} can be booked again at once.`,
  removed: 'Open for bookings again.',
  /** In a table of times. */
  cell: 'closed',
  note: (days: string, reason: string | null) => (reason === null ? `${days}: closed` : `${days}: closed, ${reason}`),
};

const vi: typeof en = {
  title: 'Ngày nghỉ',
  intro: 'Những ngày giờ này không ai đặt được. Bà con thấy lý do.',
  add: 'Báo nghỉ',
  reason: 'Lý do cho bà con biết',
  reasonHint: 'Ví dụ nghỉ Tết, hoặc máy bay đang sửa',
  close: 'Báo nghỉ những ngày này',
  closed: (count) => (count === 0 ? 'Đã báo nghỉ. Lúc đó chưa có đơn nào.' : `Đã báo nghỉ. Có ${count} đơn cần dời: xem mục Cần xử lý.`),
  none: 'Chưa có ngày nghỉ',
  noneText: 'Báo nghỉ những ngày không phun, như Tết, hoặc những giờ thiếu máy bay.',
  wholeDay: 'cả ngày',
  noReason: 'Không ghi lý do',
  by: (name) => `${name} nhập`,
  orders: (count) => `${count} đơn cần dời`,
  remove: 'Mở lại',
  removeTitle: 'Mở lại những ngày này?',
  removeText: (days) => `${days} nhận đặt lại ngay.`,
  removed: 'Đã nhận đặt lại.',
  cell: 'nghỉ',
  note: (days, reason) => (reason === null ? `${days}: nghỉ` : `${days}: nghỉ, ${reason}`),
};

export const closureWords = { en, vi };
