import type { BudgetAlarm, MailText, SpendingKind } from './sms-store.ts';

const raise = {
  en: 'An admin can raise the budget under Settings, Channels.\n',
  vi: 'Quản trị viên có thể tăng ngân sách ở mục Cài đặt, Kênh nhắn tin.\n',
};
const nextChannel = {
  en: 'messages go by the next channel of each person, and those without another channel wait under Settings, Messages sent',
  vi: 'tin nhắn được gửi qua kênh tiếp theo của mỗi người; ai không còn kênh khác thì tin nằm ở mục Cài đặt, Tin đã gửi',
};

/** Mails about budgets of the day. */
export const budgetAlarmMails: Record<SpendingKind, Partial<Record<BudgetAlarm, { en: MailText; vi: MailText }>>> = {
  message: {
    almost: {
      en: {
        subject: 'The budget of today for messages is almost used up',
        text: `At least 80% of the budget of today for messages by SMS and Zalo is used. When it is used up, ${nextChannel.en}. Sign-in codes have a budget of their own. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách tin nhắn hôm nay sắp hết',
        text: `Đã dùng ít nhất 80% ngân sách tin nhắn SMS và Zalo của hôm nay. Khi hết, ${nextChannel.vi}. Mã đăng nhập có ngân sách riêng. ${raise.vi}`,
      },
    },
    used_up: {
      en: {
        subject: 'The budget of today for messages is used up',
        text: `No more messages go by SMS and Zalo today: ${nextChannel.en}. Please call the people whom an urgent message must reach. Sign-in codes have a budget of their own. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách tin nhắn hôm nay đã hết',
        text: `Hôm nay không gửi SMS và Zalo được nữa: ${nextChannel.vi}. Tin gấp xin gọi điện cho người nhận. Mã đăng nhập có ngân sách riêng. ${raise.vi}`,
      },
    },
  },
  sender: {
    used_up: {
      en: {
        subject: 'One person has used up their part of the budget for messages',
        text: `A farmer or sprayer has caused so many messages by SMS and Zalo that their part of the budget of today is used up: ${nextChannel.en}. Messages of others are not affected. If you did not expect that, look at the messages of their orders. ${raise.en}`,
      },
      vi: {
        subject: 'Một người đã dùng hết phần ngân sách tin nhắn của mình',
        text: `Một nông dân hoặc thợ phun đã gây ra quá nhiều tin SMS và Zalo, nên phần ngân sách hôm nay của người đó đã hết: ${nextChannel.vi}. Tin của người khác không bị ảnh hưởng. Nếu bất thường, xin xem tin nhắn trong các đơn của người đó. ${raise.vi}`,
      },
    },
  },
  code: {
    almost: {
      en: {
        subject: 'The budget of today for sign-in codes is almost used up',
        text: `At least 80% of the budget of today for sign-in codes by SMS is used. When it is used up, nobody can sign in by phone code until tomorrow. If you did not expect so many, someone may be misusing the sign-in page. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách mã đăng nhập hôm nay sắp hết',
        text: `Đã dùng ít nhất 80% ngân sách SMS cho mã đăng nhập của hôm nay. Khi hết, không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai. Nếu số lượng bất thường, có thể ai đó đang lạm dụng trang đăng nhập. ${raise.vi}`,
      },
    },
    used_up: {
      en: {
        subject: 'The budget of today for sign-in codes is used up',
        text: `Nobody can sign in by phone code until tomorrow. People can sign in with their password, a passkey or another account. If you did not expect so many codes, someone may be misusing the sign-in page. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách mã đăng nhập hôm nay đã hết',
        text: `Không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai. Vẫn đăng nhập được bằng mật khẩu, khóa đăng nhập hoặc tài khoản khác. Nếu số lượng bất thường, có thể ai đó đang lạm dụng trang đăng nhập. ${raise.vi}`,
      },
    },
  },
  new_number: {
    almost: {
      en: {
        subject: 'The budget of today for codes to new numbers is almost used up',
        text: `At least 80% of the budget of today for codes to numbers without a confirmed account is used. When it is used up, nobody can register or confirm a number by code until tomorrow. People with a confirmed number still get codes. If you did not expect so many, someone may be misusing the registration page. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách mã cho số mới hôm nay sắp hết',
        text: `Đã dùng ít nhất 80% ngân sách hôm nay cho mã gửi đến số chưa xác nhận. Khi hết, không ai đăng ký hoặc xác nhận số bằng mã được cho đến ngày mai. Ai đã xác nhận số vẫn nhận được mã. Nếu số lượng bất thường, có thể ai đó đang lạm dụng trang đăng ký. ${raise.vi}`,
      },
    },
    used_up: {
      en: {
        subject: 'The budget of today for codes to new numbers is used up',
        text: `Nobody can register or confirm a number by code until tomorrow. People with a confirmed number still get codes. If you did not expect so many codes, someone may be misusing the registration page. ${raise.en}`,
      },
      vi: {
        subject: 'Ngân sách mã cho số mới hôm nay đã hết',
        text: `Không ai đăng ký hoặc xác nhận số bằng mã được cho đến ngày mai. Ai đã xác nhận số vẫn nhận được mã. Nếu số lượng bất thường, có thể ai đó đang lạm dụng trang đăng ký. ${raise.vi}`,
      },
    },
  },
};
