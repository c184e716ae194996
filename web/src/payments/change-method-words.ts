const en = {
  change: 'Change payment method',
  changeOwn: 'Change payment method',
  title: 'Change payment method',
  titleOwn: 'How do you want to pay?',
  text: (name: string, amount: string) => `${name} has ${amount} to pay and gets a notification about the change.`,
  due: (amount: string) => `You have ${amount} to pay.`,
  cardCancelled: 'An open card payment is cancelled, and nothing is charged for it.',
  legend: 'Payment method',
  cash: 'To the crew or at the office',
  cashOwn: 'To the crew when they come, or at the office',
  card: 'Online, with the card number',
  save: 'Save payment method',
  done: (method: string) => `Payment method changed: ${method}.`,
};

const vi: typeof en = {
  change: 'Đổi cách thanh toán',
  changeOwn: 'Đổi cách thanh toán',
  title: 'Đổi cách thanh toán',
  titleOwn: 'Bà con muốn thanh toán bằng gì?',
  text: (name, amount) => `${name} còn phải thanh toán ${amount} và sẽ nhận thông báo.`,
  due: (amount) => `Bà con còn phải thanh toán ${amount}.`,
  cardCancelled: 'Khoản thanh toán bằng thẻ đang mở sẽ được hủy, không trừ tiền.',
  legend: 'Cách thanh toán',
  cash: 'Trả cho đội phun hoặc tại văn phòng',
  cashOwn: 'Trả cho đội khi tới phun, hoặc tại văn phòng',
  card: 'Thanh toán qua mạng bằng số thẻ',
  save: 'Lưu cách thanh toán',
  done: (method) => `Đã đổi cách thanh toán: ${method}.`,
};

export const changeMethodWords = { en, vi };
