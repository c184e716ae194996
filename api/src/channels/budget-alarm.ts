import type { Database } from '../platform/postgres/database.ts';
import type { MailText, SpendingKind } from './sms-store.ts';
import { mailAdmins, recordAlarm } from './sms-store.ts';

const en: Record<SpendingKind, MailText> = {
  message: {
    subject: 'The budget of today for messages is almost used up',
    text: 'At least 80% of the budget of today for messages by SMS and Zalo is used. When it is used up, messages go by the next channel of each person, and those without another channel wait under Settings, Messages sent. Sign-in codes have a budget of their own. An admin can raise the budget under Settings, Channels.\n',
  },
  code: {
    subject: 'The budget of today for sign-in codes is almost used up',
    text: 'At least 80% of the budget of today for sign-in codes by SMS is used. When it is used up, nobody can sign in by phone code until tomorrow. If you did not expect so many, someone may be misusing the sign-in page. An admin can raise the budget under Settings, Channels.\n',
  },
};
const vi: Record<SpendingKind, MailText> = {
  message: {
    subject: 'Ngân sách tin nhắn hôm nay sắp hết',
    text: 'Đã dùng ít nhất 80% ngân sách tin nhắn SMS và Zalo của hôm nay. Khi hết, tin nhắn được gửi qua kênh tiếp theo của mỗi người; ai không còn kênh khác thì tin nằm ở mục Cài đặt, Tin đã gửi. Mã đăng nhập có ngân sách riêng. Quản trị viên có thể tăng ngân sách ở mục Cài đặt, Kênh nhắn tin.\n',
  },
  code: {
    subject: 'Ngân sách mã đăng nhập hôm nay sắp hết',
    text: 'Đã dùng ít nhất 80% ngân sách SMS cho mã đăng nhập của hôm nay. Khi hết, không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai. Nếu số lượng bất thường, có thể ai đó đang lạm dụng trang đăng nhập. Quản trị viên có thể tăng ngân sách ở mục Cài đặt, Kênh nhắn tin.\n',
  },
};

/** Mails the admins once a day and kind, when most of the budget is used or the first message was refused. */
export async function raiseBudgetAlarm(database: Database, day: string, kind: SpendingKind, refused: number, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    if (await recordAlarm(tx, day, kind, refused, now)) await mailAdmins(tx, en[kind], vi[kind], now);
  });
}
