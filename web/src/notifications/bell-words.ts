const en = {
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  title: 'Notifications',
  readAll: 'Mark all as read',
  unread: 'Unread',
  none: 'No notifications yet',
  noneText: 'Changes to your orders appear here.',
};

const vi: typeof en = {
  bell: (unread) => (unread === 0 ? 'Thông báo' : `Thông báo, ${unread} chưa đọc`),
  title: 'Thông báo',
  readAll: 'Đánh dấu đã đọc hết',
  unread: 'Chưa đọc',
  none: 'Chưa có thông báo nào',
  noneText: 'Các thay đổi của đơn sẽ hiện ở đây.',
};

export const bellWords = { en, vi };
