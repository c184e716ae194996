const en = {
  bell: (unread: number) => (unread === 0 ? 'Messages' : `Messages, ${unread} unread`),
  title: 'Messages',
  readAll: 'Mark all as read',
  unread: 'Unread',
  none: 'No messages yet',
  noneText: 'When something happens to an order of yours, it is told here.',
};

const vi: typeof en = {
  bell: (unread) => (unread === 0 ? 'Tin nhắn' : `Tin nhắn, ${unread} chưa đọc`),
  title: 'Tin nhắn',
  readAll: 'Đánh dấu đã đọc hết',
  unread: 'Chưa đọc',
  none: 'Chưa có tin nào',
  noneText: 'Khi đơn có gì mới, tin sẽ hiện ở đây.',
};

export const bellWords = { en, vi };
