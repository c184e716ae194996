import type { AccountWords } from './words.en.ts';

export const vi: AccountWords = {
  signIn: 'Đăng nhập',
  signUp: 'Đăng ký cho nông dân',
  emailOrPhone: 'Email hoặc số điện thoại',
  password: 'Mật khẩu',
  showPassword: 'Hiện hoặc ẩn mật khẩu',
  forgot: 'Quên mật khẩu?',
  noAccount: 'Mới dùng lần đầu?',
};
