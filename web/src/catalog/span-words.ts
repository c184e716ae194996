const en = {
  from: 'First day',
  to: 'Last day',
  toEarlier: 'The last day is before the first.',
  sessions: 'Which part of the day',
  wholeDays: 'Whole days',
  someSessions: 'Some sessions',
  chooseSession: 'Choose at least one session.',
};

const vi: typeof en = {
  from: 'Từ ngày',
  to: 'Đến hết ngày',
  toEarlier: 'Ngày kết thúc trước ngày bắt đầu.',
  sessions: 'Buổi nào',
  wholeDays: 'Cả ngày',
  someSessions: 'Một số giờ',
  chooseSession: 'Chọn ít nhất một khung giờ.',
};

export const spanWords = { en, vi };
