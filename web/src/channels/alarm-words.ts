const en = {
  sms_budget: { title: 'The SMS budget of today is almost used up', text: 'Further messages go by the next channel of each person.' },
  code_budget: {
    title: 'The budget of today for sign-in codes is almost used up',
    text: 'When it is used up, nobody can sign in by phone code until tomorrow.',
  },
  zalo_token: { title: 'Zalo does not accept the refresh token', text: 'Messages go by the next channel until you enter a new one.' },
  refused: (count: number) => (count === 1 ? '1 message was not sent by SMS.' : `${count} messages were not sent by SMS.`),
  open: 'Open channels',
};

const vi: typeof en = {
  sms_budget: { title: 'Ngân sách SMS hôm nay sắp hết', text: 'Các tin sau được gửi qua kênh tiếp theo của mỗi người.' },
  code_budget: {
    title: 'Ngân sách mã đăng nhập hôm nay sắp hết',
    text: 'Khi hết, không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai.',
  },
  zalo_token: { title: 'Zalo không nhận refresh token', text: 'Tin được gửi qua kênh tiếp theo cho đến khi nhập mã mới.' },
  refused: (count) => `${count} tin không gửi được qua SMS.`,
  open: 'Mở kênh nhắn tin',
};

export const alarmWords = { en, vi };
