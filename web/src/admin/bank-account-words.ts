const en = {
  title: 'Bank account',
  intro: 'Farmers see this account as a VietQR code with each unpaid cash order. Without an account, bank transfers are not offered.',
  bank: 'Bank',
  bankHint: 'Enter a name',
  noBank: 'Choose a bank.',
  accountNumber: 'Account number',
  badNumber: 'Digits and letters without spaces, 19 at most.',
  accountHolder: 'Account holder',
  holderHint: 'As the bank writes it',
  remove: 'Stop offering transfers',
  removed: 'Bank transfers are no longer offered.',
};

const vi: typeof en = {
  title: 'Tài khoản ngân hàng',
  intro: 'Bà con thấy tài khoản này dưới dạng mã VietQR ở đơn tiền mặt chưa thanh toán. Chưa có tài khoản thì chưa nhận chuyển khoản.',
  bank: 'Ngân hàng',
  bankHint: 'Nhập tên ngân hàng',
  noBank: 'Chọn ngân hàng.',
  accountNumber: 'Số tài khoản',
  badNumber: 'Chỉ chữ và số, không dấu cách, tối đa 19 ký tự.',
  accountHolder: 'Chủ tài khoản',
  holderHint: 'Viết như ngân hàng ghi',
  remove: 'Ngừng nhận chuyển khoản',
  removed: 'Không còn nhận chuyển khoản.',
};

export const bankAccountWords = { en, vi };
