const en = {
  title: 'Calendar',
  intro: {
    farmer: 'See your orders in the calendar of your phone or computer. New times and cancellations appear by themselves.',
    sprayer: 'See your jobs in the calendar of your phone or computer. New times and cancellations appear by themselves.',
    receptionist: 'See all orders in the calendar of your phone or computer. New times and cancellations appear by themselves.',
    admin: 'See all orders in the calendar of your phone or computer. New times and cancellations appear by themselves.',
  },
  create: 'Create calendar address',
  exists: (when: string) => `You created an address ${when}. It cannot be shown again.`,
  replace: 'Create a new address',
  replaceTitle: 'Create a new address?',
  replaceText: 'The present address stops working. Calendars that use it get no more changes.',
  revoke: 'Revoke address',
  revokeTitle: 'Revoke the address?',
  revokeText: 'Calendars that use it get no more changes.',
  revoked: 'Calendar address revoked.',
  address: 'Calendar address',
  once: 'Copy the address now: it is shown only once. Whoever has it can read your calendar, so do not share it.',
  copy: 'Copy address',
  copied: 'Copied',
  steps: [
    'iPhone: Settings, Apps, Calendar, Accounts, Add Account, Other, Add Subscribed Calendar. Paste the address.',
    'Google Calendar: open calendar.google.com on a computer, Other calendars, From URL. Paste the address.',
    'Outlook: Add calendar, Subscribe from web. Paste the address.',
  ],
};

const vi: typeof en = {
  title: 'Lịch',
  intro: {
    farmer: 'Xem các đơn trong lịch của điện thoại hay máy tính. Giờ mới và đơn hủy tự hiện ra.',
    sprayer: 'Xem việc được giao trong lịch của điện thoại hay máy tính. Giờ mới và đơn hủy tự hiện ra.',
    receptionist: 'Xem mọi đơn trong lịch của điện thoại hay máy tính. Giờ mới và đơn hủy tự hiện ra.',
    admin: 'Xem mọi đơn trong lịch của điện thoại hay máy tính. Giờ mới và đơn hủy tự hiện ra.',
  },
  create: 'Tạo địa chỉ lịch',
  exists: (when) => `Đã tạo địa chỉ ${when}. Không thể xem lại địa chỉ này.`,
  replace: 'Tạo địa chỉ mới',
  replaceTitle: 'Tạo địa chỉ mới?',
  replaceText: 'Địa chỉ cũ ngừng hoạt động. Lịch đang dùng địa chỉ đó không cập nhật nữa.',
  revoke: 'Thu hồi địa chỉ',
  revokeTitle: 'Thu hồi địa chỉ?',
  revokeText: 'Lịch đang dùng địa chỉ này không cập nhật nữa.',
  revoked: 'Đã thu hồi địa chỉ lịch.',
  address: 'Địa chỉ lịch',
  once: 'Hãy sao chép ngay: địa chỉ chỉ hiện một lần. Ai có địa chỉ đều xem được lịch, nên đừng cho người khác biết.',
  copy: 'Sao chép địa chỉ',
  copied: 'Đã sao chép',
  steps: [
    'iPhone: Cài đặt, Ứng dụng, Lịch, Tài khoản, Thêm tài khoản, Khác, Thêm lịch đăng ký. Dán địa chỉ vào.',
    'Google Lịch: mở calendar.google.com trên máy tính, Lịch khác, Từ URL. Dán địa chỉ vào.',
    'Outlook: Thêm lịch, Đăng ký từ web. Dán địa chỉ vào.',
  ],
};

export const calendarWords = { en, vi };
