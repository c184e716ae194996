import type { Language } from './language.ts';

const en = {
  title: 'Set up Swath',
  description: 'Create the first admin of this Swath service.',
  heading: 'Create the first admin',
  intro: 'The admin adds staff, prices and sessions. This link works once.',
  noScript: 'This page needs JavaScript. Allow it for this site, then reload the page.',
  fullName: 'Full name',
  needName: 'Enter your full name.',
  email: 'E-mail',
  emailHint: 'You will sign in with it.',
  needEmail: 'Enter an e-mail address.',
  emailTaken: 'An account with this address already exists.',
  password: 'Password',
  passwordHint: 'At least 8 characters, with a capital letter and a special character such as - or !',
  needPassword: 'The password needs at least 8 characters, a capital letter and a special character.',
  reveal: 'Show password',
  make: 'Create admin',
  home: 'Go to home page',
  doneTitle: 'Swath is set up',
  signedIn: 'You are signed in as the admin:',
  done: 'The set-up link can no longer be used. Sign in with your e-mail and password from now on.',
  open: 'Open Swath',
  incomplete: 'This link is not complete. Open the whole link that the service printed at its start, including the part after the #.',
  closed: 'This link was used or replaced by a newer one. If it was not used, restart the service to get a new one.',
  unreachable: 'The service did not respond. Check that it is running, then try again.',
};

type SetupWords = typeof en;

const vi: SetupWords = {
  title: 'Thiết lập Swath',
  description: 'Tạo người quản trị đầu tiên của dịch vụ Swath này.',
  heading: 'Tạo người quản trị đầu tiên',
  intro: 'Người quản trị thêm nhân viên, giá và khung giờ. Liên kết này chỉ dùng được một lần.',
  noScript: 'Trang này cần JavaScript. Hãy bật JavaScript cho địa chỉ này rồi tải lại trang.',
  fullName: 'Họ và tên',
  needName: 'Xin điền họ và tên.',
  email: 'Email',
  emailHint: 'Bạn sẽ đăng nhập bằng email này.',
  needEmail: 'Xin điền một địa chỉ email.',
  emailTaken: 'Đã có tài khoản dùng địa chỉ này.',
  password: 'Mật khẩu',
  passwordHint: 'Ít nhất 8 ký tự, có chữ hoa và một ký tự đặc biệt như - hoặc !',
  needPassword: 'Mật khẩu cần ít nhất 8 ký tự, có chữ hoa và một ký tự đặc biệt.',
  reveal: 'Hiện mật khẩu',
  make: 'Tạo người quản trị',
  home: 'Về trang chủ',
  doneTitle: 'Đã thiết lập xong Swath',
  signedIn: 'Bạn đã đăng nhập với quyền quản trị:',
  done: 'Liên kết thiết lập không dùng được nữa. Từ nay hãy đăng nhập bằng email và mật khẩu.',
  open: 'Mở Swath',
  incomplete: 'Liên kết không đầy đủ. Hãy mở trọn liên kết mà dịch vụ đã in ra khi khởi động, kể cả phần sau dấu #.',
  closed: 'Liên kết này đã được dùng hoặc đã có liên kết mới thay thế. Nếu chưa ai dùng, hãy khởi động lại dịch vụ để có liên kết mới.',
  unreachable: 'Dịch vụ không trả lời. Hãy kiểm tra dịch vụ có đang chạy không rồi thử lại.',
};

export const setupWords: Record<Language, SetupWords> = { en, vi };
