const en = {
  title: 'My cash',
  carried: 'You carry',
  carriedText: 'All the cash that you have not handed over at the office yet, from every day.',
  nothingCarried: 'You carry no cash of the company.',
  collected: 'Taken this day',
  handedOver: 'Handed over',
  outstanding: 'Still with you',
  entries: 'Order by order',
  handed: (name: string) => `Handed over to ${name}`,
  withYou: 'Still with you',
  noneTitle: 'No cash on this day',
  noneText: 'When a farmer pays you in cash, it is listed here.',
};

const vi: typeof en = {
  title: 'Tiền mặt của tôi',
  carried: 'Đang giữ',
  carriedText: 'Tất cả tiền mặt chưa nộp về văn phòng, kể cả các ngày trước.',
  nothingCarried: 'Anh em không giữ tiền mặt nào của công ty.',
  collected: 'Thu trong ngày',
  handedOver: 'Đã nộp',
  outstanding: 'Còn giữ',
  entries: 'Từng đơn',
  handed: (name) => `Đã nộp cho ${name}`,
  withYou: 'Còn giữ',
  noneTitle: 'Ngày này không thu tiền mặt',
  noneText: 'Bà con trả tiền mặt thì khoản đó hiện ở đây.',
};

export const myCashWords = { en, vi };
