const en = {
  sms_budget: {
    title: 'The budget of today for SMS and Zalo is almost used up',
    text: 'When it is used up, messages go by the next channel of each person.',
    usedUp: 'The budget of today for SMS and Zalo is used up',
    usedUpText: 'Messages go by the next channel of each person. Please call the people whom an urgent message must reach.',
  },
  sender_budget: {
    title: 'One person has used up their part of the budget for messages',
    text: 'Their messages go by the next channel of each person. Those of others are not affected.',
  },
  code_budget: {
    title: 'The budget of today for sign-in codes is almost used up',
    text: 'When it is used up, nobody can sign in by phone code until tomorrow.',
    usedUp: 'The budget of today for sign-in codes is used up',
    usedUpText: 'Nobody can sign in by phone code until tomorrow.',
  },
  new_number_budget: {
    title: 'The budget of today for codes to new numbers is almost used up',
    text: 'When it is used up, nobody can register by phone code until tomorrow.',
    usedUp: 'The budget of today for codes to new numbers is used up',
    usedUpText: 'Nobody can register by phone code until tomorrow. People with a confirmed number still get codes.',
  },
  zalo_token: { title: 'Zalo does not accept the refresh token', text: 'Messages go by the next channel until you enter a new one.' },
  refused: (count: number) => (count === 1 ? 'It did not allow 1 message.' : `It did not allow ${count} messages.`),
  open: 'Open channels',
};

const vi: typeof en = {
  sms_budget: {
    title: 'Ngân sách SMS và Zalo hôm nay sắp hết',
    text: 'Khi hết, tin được gửi qua kênh tiếp theo của mỗi người.',
    usedUp: 'Ngân sách SMS và Zalo hôm nay đã hết',
    usedUpText: 'Tin được gửi qua kênh tiếp theo của mỗi người. Tin gấp xin gọi điện cho người nhận.',
  },
  sender_budget: {
    title: 'Một người đã dùng hết phần ngân sách tin nhắn của mình',
    text: 'Tin của người đó được gửi qua kênh tiếp theo. Tin của người khác không bị ảnh hưởng.',
  },
  code_budget: {
    title: 'Ngân sách mã đăng nhập hôm nay sắp hết',
    text: 'Khi hết, không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai.',
    usedUp: 'Ngân sách mã đăng nhập hôm nay đã hết',
    usedUpText: 'Không ai đăng nhập được bằng mã qua điện thoại cho đến ngày mai.',
  },
  new_number_budget: {
    title: 'Ngân sách mã cho số mới hôm nay sắp hết',
    text: 'Khi hết, không ai đăng ký được bằng mã qua điện thoại cho đến ngày mai.',
    usedUp: 'Ngân sách mã cho số mới hôm nay đã hết',
    usedUpText: 'Không ai đăng ký được bằng mã qua điện thoại cho đến ngày mai. Ai đã xác nhận số vẫn nhận được mã.',
  },
  zalo_token: { title: 'Zalo không nhận refresh token', text: 'Tin được gửi qua kênh tiếp theo cho đến khi nhập mã mới.' },
  refused: (count) => `${count} tin vượt quá ngân sách.`,
  open: 'Mở kênh nhắn tin',
};

export const alarmWords = { en, vi };
