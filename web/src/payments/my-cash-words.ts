const en = {
  title: 'My cash',
  carried: 'Cash in hand',
  carriedText: 'All cash that you have not handed over to the office yet.',
  nothingCarried: 'You have no cash to hand over.',
  collected: 'Collected on this day',
  handedOver: 'Handed over',
  outstanding: 'To hand over',
  held: 'Held apart until the office decides',
  entries: 'Orders',
  handed: (name: string) => `Handed over to ${name}`,
  withYou: 'To hand over',
  noneTitle: 'No cash on this day',
  noneText: 'Cash that you collect is listed here.',
};

const vi: typeof en = {
  title: 'Tiền mặt của tôi',
  carried: 'Đang giữ',
  carriedText: 'Tất cả tiền mặt chưa nộp về văn phòng, kể cả các ngày trước.',
  nothingCarried: 'Không có tiền mặt phải nộp.',
  collected: 'Thu trong ngày',
  handedOver: 'Đã nộp',
  outstanding: 'Chưa nộp',
  held: 'Để riêng, chờ văn phòng quyết định',
  entries: 'Các đơn',
  handed: (name) => `Đã nộp cho ${name}`,
  withYou: 'Chưa nộp',
  noneTitle: 'Ngày này không thu tiền mặt',
  noneText: 'Tiền mặt đã thu sẽ hiện ở đây.',
};

export const myCashWords = { en, vi };
