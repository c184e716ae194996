import type { Language } from './language.ts';

const en = {
  title: 'Set up Swath',
  description: 'Make the first admin of this Swath service.',
  heading: 'Make the first admin',
  intro: 'The admin adds staff, prices and sessions. This link works once.',
  noScript: 'This page needs JavaScript. Please allow it for this address, then load the page again.',
  fullName: 'Full name',
  needName: 'Please write your full name.',
  email: 'E-mail',
  emailHint: 'You will sign in with it.',
  needEmail: 'Please write an e-mail address.',
  emailTaken: 'There is an account with this address already.',
  password: 'Password',
  passwordHint: 'At least 8 characters, with a capital letter and a special character such as - or !',
  needPassword: 'The password needs at least 8 characters, a capital letter and a special character.',
  reveal: 'Show the password',
  make: 'Make the admin',
  home: 'Go to the start page',
  doneTitle: 'Swath is set up',
  signedIn: 'You are signed in as the admin:',
  done: 'The set-up link is used up. From now on, sign in with your e-mail and password.',
  open: 'Open Swath',
  incomplete:
    'This link is not complete. Please open the whole link that the service printed when it started, with all that follows the #.',
  closed: 'This link has been used or replaced by a newer one. If nobody has used it, start the service again: it prints a new one.',
  unreachable: 'The service did not answer. Please see whether it is running, then try again.',
};

type SetupWords = typeof en;

const vi: SetupWords = {
  title: 'Thiết lập Swath',
  description: 'Tạo người quản trị đầu tiên của dịch vụ Swath này.',
  heading: 'Tạo người quản trị đầu tiên',
  intro: 'Người quản trị thêm nhân viên, giá và ca phun. Đường dẫn này chỉ dùng được một lần.',
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
  home: 'Về trang đầu',
  doneTitle: 'Đã thiết lập xong Swath',
  signedIn: 'Bạn đã đăng nhập với quyền quản trị:',
  done: 'Đường dẫn thiết lập đã dùng xong. Từ nay hãy đăng nhập bằng email và mật khẩu.',
  open: 'Mở Swath',
  incomplete: 'Đường dẫn chưa đủ. Hãy mở trọn đường dẫn mà dịch vụ đã in ra khi khởi động, kể cả phần sau dấu #.',
  closed:
    'Đường dẫn này đã được dùng hoặc đã có đường dẫn mới thay thế. Nếu chưa ai dùng, hãy khởi động lại dịch vụ: nó sẽ in đường dẫn mới.',
  unreachable: 'Dịch vụ chưa trả lời. Hãy xem dịch vụ có đang chạy không rồi thử lại.',
};

export const setupWords: Record<Language, SetupWords> = { en, vi };
