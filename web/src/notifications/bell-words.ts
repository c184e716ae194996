const en = {
  bell: (unread: number) => (unread === 0 ? 'Messages' : `Messages, ${unread} unread`),
};

const vi: typeof en = {
  bell: (unread) => (unread === 0 ? 'Tin nhắn' : `Tin nhắn, ${unread} chưa đọc`),
};

export const bellWords = { en, vi };
