const en = {
  title: 'Bank statement',
  intro:
    'Choose the statement file of your bank, CSV or XLSX. Transfers are matched with unpaid orders by reference and amount. Nothing is entered before you confirm it.',
  choose: 'Choose file',
  other: 'Choose another file',
  reading: 'Reading the file',
  columns: 'Which column is which?',
  columnsText: 'The names of the columns were not recognised. Please choose them.',
  column: { date: 'Date', amount: 'Incoming amount', memo: 'Text of the transfer', number: 'Transaction number' },
  none: 'None',
  readAgain: 'Read with these columns',
  state: { matched: 'Matched', ambiguous: 'To be checked', unmatched: 'Not matched' },
  reason: {
    no_reference: 'no reference of an order',
    several_orders: 'references of several orders',
    several_lines: 'several rows for one order',
    amount_differs: 'another amount than what is due',
    already_paid: 'the order is paid',
    not_payable: 'the order is cancelled or paid by card',
    already_used: 'entered before',
  },
  order: (id: number) => `Order ${id}`,
  due: (amount: string) => `due: ${amount}`,
  line: (row: number) => `Row ${row}`,
  confirm: (count: number) => (count === 1 ? 'Enter 1 payment' : `Enter ${count} payments`),
  nothing: 'No row of this file can be entered automatically.',
  done: (paid: number, all: number) =>
    paid === all ? `${paid} payments are entered.` : `${paid} of ${all} payments are entered. The others have changed in the meantime.`,
};

const vi: typeof en = {
  title: 'Sao kê ngân hàng',
  intro:
    'Chọn tệp sao kê của ngân hàng, CSV hoặc XLSX. Hệ thống khớp tiền nhận được với đơn chưa thanh toán theo nội dung và số tiền. Chưa ghi gì trước khi bạn xác nhận.',
  choose: 'Chọn tệp',
  other: 'Chọn tệp khác',
  reading: 'Đang đọc tệp',
  columns: 'Cột nào là gì?',
  columnsText: 'Không nhận ra tên cột. Hãy chọn.',
  column: { date: 'Ngày', amount: 'Số tiền vào', memo: 'Nội dung', number: 'Mã giao dịch' },
  none: 'Không có',
  readAgain: 'Đọc theo các cột này',
  state: { matched: 'Đã khớp', ambiguous: 'Cần xem lại', unmatched: 'Không khớp' },
  reason: {
    no_reference: 'không có mã đơn',
    several_orders: 'có mã của nhiều đơn',
    several_lines: 'nhiều dòng cho một đơn',
    amount_differs: 'khác số tiền cần thanh toán',
    already_paid: 'đơn đã thanh toán',
    not_payable: 'đơn đã hủy hoặc thanh toán bằng thẻ',
    already_used: 'đã ghi trước đó',
  },
  order: (id) => `Đơn ${id}`,
  due: (amount) => `cần thanh toán: ${amount}`,
  line: (row) => `Dòng ${row}`,
  confirm: (count) => `Ghi ${count} khoản`,
  nothing: 'Không có dòng nào ghi tự động được.',
  done: (paid, all) => (paid === all ? `Đã ghi ${paid} khoản.` : `Đã ghi ${paid} trên ${all} khoản. Các khoản khác vừa thay đổi.`),
};

export const statementWords = { en, vi };
