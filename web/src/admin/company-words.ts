const en = {
  title: 'Company',
  pages: {
    users: 'Users',
    crops: 'Crops and prices',
    sessions: 'Sessions',
    settings: 'Settings',
    webhooks: 'Webhooks',
    'failed-messages': 'Failed messages',
    audit: 'Audit trail',
  },
  notes: {
    users: 'Who works here, who books, who may sign in',
    crops: 'What you spray, and what it costs',
    sessions: 'When you spray, and how many orders fit',
    settings: 'Name, address, money, clock',
    webhooks: 'Other systems that hear of orders',
    'failed-messages': 'Messages that could not be written',
    audit: 'Who changed what, and when',
  },
  all: 'All of the company',
  on: 'On',
  off: 'Off',
  change: 'Change',
  turnOn: 'Switch on',
  turnOff: 'Switch off',
};

const vi: typeof en = {
  title: 'Công ty',
  pages: {
    users: 'Người dùng',
    crops: 'Cây trồng và giá',
    sessions: 'Khung giờ',
    settings: 'Cài đặt',
    webhooks: 'Webhook',
    'failed-messages': 'Tin chưa gửi được',
    audit: 'Nhật ký thay đổi',
  },
  notes: {
    users: 'Ai làm ở đây, ai đặt phun, ai được đăng nhập',
    crops: 'Mình phun cây gì, giá bao nhiêu',
    sessions: 'Giờ nào phun, mỗi giờ nhận mấy đơn',
    settings: 'Tên, địa chỉ, tiền tệ, múi giờ',
    webhooks: 'Hệ thống khác nhận tin về đơn',
    'failed-messages': 'Tin báo bị lỗi, có thể gửi lại',
    audit: 'Ai đã sửa gì, lúc nào',
  },
  all: 'Các mục của công ty',
  on: 'Đang dùng',
  off: 'Đã tắt',
  change: 'Sửa',
  turnOn: 'Bật lại',
  turnOff: 'Tắt',
};

export const companyWords = { en, vi };
