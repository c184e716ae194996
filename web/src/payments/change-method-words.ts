const en = {
  change: 'Change how it is paid',
  changeOwn: 'Pay in another way',
  title: 'How is this order paid?',
  titleOwn: 'How do you want to pay?',
  text: (name: string, amount: string) => `${name} has ${amount} to pay, and gets a message about the change.`,
  textOwn: (amount: string) => `You have ${amount} to pay. An open card payment is ended, and nothing is charged for it.`,
  legend: 'Way of paying',
  cash: 'To the crew or at the office',
  cashOwn: 'To the crew when they come, or at the office',
  card: 'Online, with the card number',
  save: 'Change it',
  done: (method: string) => `The order is now paid this way: ${method}.`,
};

const vi: typeof en = {
  change: 'Đổi cách trả tiền',
  changeOwn: 'Trả bằng cách khác',
  title: 'Đơn này trả bằng gì?',
  titleOwn: 'Bà con muốn trả bằng gì?',
  text: (name, amount) => `${name} còn phải trả ${amount} và sẽ nhận được tin báo.`,
  textOwn: (amount) => `Bà con còn phải trả ${amount}. Khoản trả bằng thẻ đang mở sẽ được hủy, không trừ tiền.`,
  legend: 'Cách trả tiền',
  cash: 'Trả cho đội phun hoặc tại văn phòng',
  cashOwn: 'Trả cho đội khi tới phun, hoặc tại văn phòng',
  card: 'Trả qua mạng bằng số thẻ',
  save: 'Đổi',
  done: (method) => `Đơn này nay trả bằng: ${method}.`,
};

export const changeMethodWords = { en, vi };
