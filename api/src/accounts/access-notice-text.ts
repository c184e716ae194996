/** What was added to an account or changed in it, as the notice says it. Nothing that a user typed is in it: anyone can enter an address of others. */
export const accessChanges = [
  'passkey',
  'sign_in_provider',
  'calendar_address',
  'push_device',
  'phone_confirmation',
  'password',
  'api_key',
  'email',
  'phone',
  'merge',
] as const;
export type AccessChange = (typeof accessChanges)[number];

interface CompanyContact {
  name: string;
  phone: string | null;
}

export interface AccessNotice {
  subject: string;
  mail: string;
  sms: string;
}

const en: Record<AccessChange, string> = {
  passkey: 'A passkey was added to your account.',
  sign_in_provider: 'Your account was linked with another service for signing in.',
  calendar_address: 'A calendar address was created for your account.',
  push_device: 'Notifications of your account were turned on for a device.',
  phone_confirmation: 'A phone number was confirmed by code. Codes to it can now sign in to your account.',
  password: 'A password was set for your account.',
  api_key: 'An API key was created for your account.',
  email: 'The e-mail address of your account was changed.',
  phone: 'The phone number of your account was changed.',
  merge: 'The office has merged two accounts with your data into one.',
};

const vi: Record<AccessChange, string> = {
  passkey: 'Tài khoản của bạn vừa được thêm khóa đăng nhập (passkey).',
  sign_in_provider: 'Tài khoản của bạn vừa được liên kết với một dịch vụ khác để đăng nhập.',
  calendar_address: 'Tài khoản của bạn vừa được tạo địa chỉ lịch.',
  push_device: 'Thông báo của tài khoản vừa được bật trên một thiết bị.',
  phone_confirmation: 'Một số điện thoại vừa được xác nhận bằng mã và có thể nhận mã để đăng nhập vào tài khoản của bạn.',
  password: 'Tài khoản của bạn vừa được đặt mật khẩu.',
  api_key: 'Một khóa API vừa được tạo cho tài khoản của bạn.',
  email: 'Địa chỉ email của tài khoản vừa được đổi.',
  phone: 'Số điện thoại của tài khoản vừa được đổi.',
  merge: 'Văn phòng vừa gộp hai tài khoản của bạn thành một.',
};

export function accessNotice(language: 'en' | 'vi', change: AccessChange, { name, phone }: CompanyContact): AccessNotice {
  if (language === 'vi') {
    const call = phone === null ? 'gọi văn phòng' : `gọi ${phone}`;
    return {
      subject: 'Tài khoản của bạn vừa có thay đổi',
      mail: `Xin chào,\n\n${vi[change]}\n\nNếu chính bạn làm việc này, bạn không cần làm gì thêm. Nếu không phải bạn, xin chọn “Quên mật khẩu” ở trang đăng nhập để đặt mật khẩu mới: mọi thiết bị và cách đăng nhập khác sẽ bị gỡ. Nếu không được, xin ${call} ngay.\n\n${name}\n`,
      sms: `${name}: ${vi[change]} Không phải bạn? Xin ${call}.`,
    };
  }
  const call = phone === null ? 'call the office' : `call ${phone}`;
  return {
    subject: 'Your account was changed',
    mail: `Hello,\n\n${en[change]}\n\nIf this was you, there is nothing to do. If it was not, choose “Forgot password” on the sign-in page and set a new password: this ends all other devices and ways to sign in. If that does not work, ${call} at once.\n\n${name}\n`,
    sms: `${name}: ${en[change]} Not you? Please ${call}.`,
  };
}
