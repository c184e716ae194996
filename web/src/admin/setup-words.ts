const en = {
  title: 'Set up your company',
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  complete: 'All steps are done or skipped.',
  dismiss: 'Hide checklist',
  skip: 'Skip',
  skipStep: (step: string) => `Skip: ${step}`,
  unskip: 'Undo skip',
  unskipStep: (step: string) => `Undo skip: ${step}`,
  open: 'Open',
  done: 'Done',
  skipped: 'Skipped',
  steps: {
    name: ['Company name', 'Shown in the header, e-mails and invoices.'],
    logo: ['Logo', 'Shown in the header of all pages.'],
    area: ['Area on the map', 'Where maps open.'],
    prices: ['Crops and prices', 'Check the prices before the first order.'],
    sessions: ['Sessions', 'Spray times and places per day.'],
    staff: ['Staff', 'Add at least one receptionist and one sprayer.'],
    payments: ['Payments', 'Bank account or card payments.'],
    mail: ['E-mail', 'Set SWATH_SMTP_URL and SWATH_MAIL_FROM on the server.'],
  } as Record<string, [title: string, note: string]>,
};

const vi: typeof en = {
  title: 'Thiết lập công ty',
  progress: (done, all) => `Đã xong ${done} trên ${all} bước`,
  complete: 'Mọi bước đã xong hoặc bỏ qua.',
  dismiss: 'Ẩn danh sách',
  skip: 'Bỏ qua',
  skipStep: (step) => `Bỏ qua: ${step}`,
  unskip: 'Hiện lại',
  unskipStep: (step) => `Hiện lại: ${step}`,
  open: 'Mở',
  done: 'Đã xong',
  skipped: 'Đã bỏ qua',
  steps: {
    name: ['Tên công ty', 'Hiện ở đầu trang, email và hóa đơn.'],
    logo: ['Biểu trưng', 'Hiện ở đầu mọi trang.'],
    area: ['Khu vực trên bản đồ', 'Nơi bản đồ mở ra.'],
    prices: ['Cây trồng và giá', 'Kiểm tra giá trước đơn đầu tiên.'],
    sessions: ['Khung giờ', 'Giờ phun và số chỗ mỗi ngày.'],
    staff: ['Nhân viên', 'Thêm ít nhất một nhân viên văn phòng và một thợ phun.'],
    payments: ['Thanh toán', 'Tài khoản ngân hàng hoặc thanh toán bằng thẻ.'],
    mail: ['Email', 'Đặt SWATH_SMTP_URL và SWATH_MAIL_FROM trên máy chủ.'],
  },
};

export const setupWords = { en, vi };
