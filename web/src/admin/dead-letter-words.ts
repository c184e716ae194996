const en = {
  title: 'Failed messages',
  intro:
    'Something happened to these orders, and the messages about it could not be written. Nobody got a notification, a mail or a webhook. Once the cause is removed, send them again.',
  none: 'No failed messages',
  noneText: 'Everyone has been notified of everything.',
  /** After "Order 12:". */
  event: (orderId: number, type: string) => `Order ${orderId}: ${type}`,
  attempts: (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`),
  failed: (moment: string) => `last attempt ${moment}`,
  replay: 'Send again',
  replayAll: 'Send all again',
  replayed: 'The messages are being sent again.',
};

const vi: typeof en = {
  title: 'Tin chưa gửi được',
  intro:
    'Các đơn này có thay đổi nhưng hệ thống chưa soạn được tin báo. Chưa ai nhận được thông báo, thư hay webhook. Khi đã xử lý xong nguyên nhân, hãy gửi lại.',
  none: 'Không có tin nào bị lỗi',
  noneText: 'Mọi người đều đã nhận được tin.',
  event: (orderId, type) => `Đơn ${orderId}: ${type}`,
  attempts: (attempts) => `đã thử ${attempts} lần`,
  failed: (moment) => `lần cuối ${moment}`,
  replay: 'Gửi lại',
  replayAll: 'Gửi lại tất cả',
  replayed: 'Đang gửi lại tin.',
};

export const deadLetterWords = { en, vi };
