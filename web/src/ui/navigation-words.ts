const en = {
  home: 'Home',
  bookSpray: 'Book',
  myOrders: 'My orders',
  account: 'Account',
  board: 'Board',
  inbox: 'Needs you',
  book: 'Book',
  orders: 'Orders',
  sprayers: 'Sprayers',
  payments: 'Payments',
  feedback: 'Feedback',
  today: 'My day',
  myJobs: 'My jobs',
  cash: 'Cash',
  figures: 'Figures',
  company: 'Company',
};

const vi: typeof en = {
  home: 'Trang chủ',
  bookSpray: 'Đặt phun',
  myOrders: 'Đơn của tôi',
  account: 'Tài khoản',
  board: 'Lịch',
  inbox: 'Cần xử lý',
  book: 'Đặt hộ',
  orders: 'Đơn hàng',
  sprayers: 'Thợ phun',
  payments: 'Thu chi',
  feedback: 'Đánh giá',
  today: 'Hôm nay',
  myJobs: 'Việc của tôi',
  cash: 'Tiền mặt',
  figures: 'Số liệu',
  company: 'Công ty',
};

export const navWords = { en, vi };
