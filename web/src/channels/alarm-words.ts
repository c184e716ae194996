const en = {
  sms_budget: {
    title: 'The budget of today for SMS and Zalo is almost used up',
    text: 'When it is used up, messages go by the next channel of each person.',
  },
  code_budget: {
    title: 'The budget of today for sign-in codes is almost used up',
    text: 'When it is used up, nobody can sign in by phone code until tomorrow.',
  },
  zalo_token: { title: 'Zalo does not accept the refresh token', text: 'Messages go by the next channel until you enter a new one.' },
  refused: (count: number) => (count === 1 ? 'It did not allow 1 message.' : `It did not allow ${count} messages.`),
  open: 'Open channels',
};

const vi: typeof en = {
  sms_budget: { title: 'Ngân sách SMS và Zalo hôm nay sắp hết', text: 'Khi hết, tin được gửi qua kênh tiếp theo của mỗi người.' },
  code_budget: {
    title: 'Ngân sách mã đăng nhập hôm nay sắp hết',
    text: 'Khi hết, không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai.',
  },
  zalo_token: { title: 'Zalo không nhận refresh token', text: 'Tin được gửi qua kênh tiếp theo cho đến khi nhập mã mới.' },
  refused: (count) => `${count} tin vượt quá ngân sách.`,
  open: 'Mở kênh nhắn tin',
};

export const alarmWords = { en, vi };
