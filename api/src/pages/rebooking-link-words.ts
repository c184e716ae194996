import type { Language } from './language.ts';

const en = {
  locale: 'en-GB',
  moved: 'Your spray was moved',
  now: 'New time',
  was: 'before',
  acceptTitle: 'Is the new time fine?',
  accept: 'The new time is fine',
  acceptDone: 'Thank you, see you then',
  changeTitle: 'Choose another time',
  choose: 'Free times',
  change: 'Take this time',
  changeDone: 'Your new time is booked',
  noTimes: 'There is no other free time in the next days. Please call the office.',
  pickOne: 'Please choose one of the times.',
  justTaken: 'This time has just been taken. Please choose another one.',
  cancelTitle: 'Cancel this spray?',
  cancelText: 'If you have paid by card, the money goes back to your card. If you have paid in cash, the office returns it.',
  cancel: 'Cancel this spray',
  cancelDone: 'Your spray is cancelled',
  answeredTitle: 'You have answered already',
  answered: {
    accepted: 'You said that the new time is fine.',
    changed: 'You chose another time.',
    cancelled: 'You cancelled this spray.',
  },
  callUs: 'To change something, sign in or call the office',
  undoneTitle: 'Your spray has moved again',
  undone: 'The office has taken this change back. You do not need to answer.',
  changedTitle: 'Your spray has changed since then',
  expiredTitle: 'This link is too old',
  expired: 'The links in our message work for 24 hours. The time in the message stays booked.',
};

type Words = typeof en;

const vi: Words = {
  locale: 'vi-VN',
  moved: 'Lịch phun đã được dời',
  now: 'Giờ mới',
  was: 'trước đây',
  acceptTitle: 'Giờ mới có tiện không?',
  accept: 'Đồng ý giờ mới',
  acceptDone: 'Cảm ơn, hẹn gặp lại',
  changeTitle: 'Chọn giờ khác',
  choose: 'Giờ còn chỗ',
  change: 'Đặt giờ này',
  changeDone: 'Đã đặt giờ mới',
  noTimes: 'Những ngày tới không còn giờ trống. Xin gọi văn phòng.',
  pickOne: 'Xin chọn một giờ.',
  justTaken: 'Giờ này vừa có người đặt. Xin chọn giờ khác.',
  cancelTitle: 'Hủy lịch phun này?',
  cancelText: 'Nếu đã trả bằng thẻ, tiền được hoàn về thẻ. Nếu đã trả tiền mặt, văn phòng sẽ hoàn lại.',
  cancel: 'Hủy lịch phun',
  cancelDone: 'Đã hủy lịch phun',
  answeredTitle: 'Đã trả lời rồi',
  answered: { accepted: 'Đã đồng ý giờ mới.', changed: 'Đã chọn giờ khác.', cancelled: 'Đã hủy lịch phun này.' },
  callUs: 'Muốn thay đổi, xin đăng nhập hoặc gọi văn phòng',
  undoneTitle: 'Lịch phun đã dời lại',
  undone: 'Văn phòng đã bỏ thay đổi này. Không cần trả lời nữa.',
  changedTitle: 'Lịch phun đã thay đổi từ lúc đó',
  expiredTitle: 'Liên kết đã hết hạn',
  expired: 'Liên kết trong tin nhắn dùng được 24 giờ. Giờ trong tin nhắn vẫn được giữ.',
};

export const rebookingLinkWords: Record<Language, Words> = { en, vi };
export type RebookingLinkWords = Words;
