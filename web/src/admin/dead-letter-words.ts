const en = {
  title: 'Failed notifications',
  intro: 'The notifications, e-mails and webhooks about these changes could not be sent. Fix the cause, then send them again.',
  none: 'No failed notifications',
  noneText: 'All notifications have been sent.',
  /** After "Order 12:". */
  event: (orderId: number, type: string) => `Order ${orderId}: ${type}`,
  attempts: (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`),
  failed: (moment: string) => `last attempt ${moment}`,
  replay: 'Send again',
  replayAll: 'Send all again',
  replayed: 'The notifications are being sent again.',
};

const vi: typeof en = {
  title: 'Thông báo chưa gửi được',
  intro: 'Chưa gửi được thông báo, email và webhook về các thay đổi này. Xử lý nguyên nhân xong, hãy gửi lại.',
  none: 'Không có thông báo nào bị lỗi',
  noneText: 'Mọi thông báo đều đã gửi.',
  event: (orderId, type) => `Đơn ${orderId}: ${type}`,
  attempts: (attempts) => `đã thử ${attempts} lần`,
  failed: (moment) => `lần cuối ${moment}`,
  replay: 'Gửi lại',
  replayAll: 'Gửi lại tất cả',
  replayed: 'Đang gửi lại thông báo.',
};

export const deadLetterWords = { en, vi };
