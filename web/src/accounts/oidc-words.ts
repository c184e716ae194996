const en = {
  continueWith: (name: string) => `Continue with ${name}`,
  checking: 'Signing in …',
  linking: 'Linking the account …',
  failedTitle: 'Sign-in did not work',
  linkFailedTitle: 'Linking did not work',
  incomplete: 'The address of this page is incomplete. Please start again.',
  backToSignIn: 'Back to sign-in',
  backToAccount: 'Back to the account page',

  registerTitle: 'One more step',
  registerText: (issuer: string) =>
    `You have signed in with ${issuer}. We need your phone number for a farmer account: the office and the crew call you.`,
  verifiedEmail: 'E-mail, verified',
  create: 'Create account',

  title: 'Linked sign-ins',
  intro: 'Sign in with another account that you have, without a password here.',
  none: 'No sign-in is linked yet.',
  link: (name: string) => `Link with ${name}`,
  linked: 'Sign-in linked.',
  created: (when: string) => `Linked ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  neverUsed: 'Not used yet',
  unlink: 'Unlink',
  unlinkLabel: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkText: (name: string) => `You can no longer sign in with ${name}.`,
  unlinked: 'Sign-in unlinked.',
};

const vi: typeof en = {
  continueWith: (name) => `Tiếp tục với ${name}`,
  checking: 'Đang đăng nhập …',
  linking: 'Đang liên kết tài khoản …',
  failedTitle: 'Chưa đăng nhập được',
  linkFailedTitle: 'Chưa liên kết được',
  incomplete: 'Địa chỉ của trang này bị thiếu. Xin bắt đầu lại.',
  backToSignIn: 'Về trang đăng nhập',
  backToAccount: 'Về trang tài khoản',

  registerTitle: 'Thêm một bước nữa',
  registerText: (issuer) => `Đã đăng nhập bằng ${issuer}. Tài khoản nông dân cần số điện thoại, để văn phòng và đội phun gọi được.`,
  verifiedEmail: 'Email đã xác minh',
  create: 'Tạo tài khoản',

  title: 'Đăng nhập liên kết',
  intro: 'Đăng nhập bằng một tài khoản khác đã có, không cần mật khẩu ở đây.',
  none: 'Chưa liên kết tài khoản nào.',
  link: (name) => `Liên kết với ${name}`,
  linked: 'Đã liên kết.',
  created: (when) => `Liên kết ${when}`,
  lastUsed: (when) => `Dùng lần cuối ${when}`,
  neverUsed: 'Chưa dùng',
  unlink: 'Bỏ liên kết',
  unlinkLabel: (name) => `Bỏ liên kết ${name}`,
  unlinkTitle: (name) => `Bỏ liên kết ${name}?`,
  unlinkText: (name) => `Không thể đăng nhập bằng ${name} nữa.`,
  unlinked: 'Đã bỏ liên kết.',
};

export const oidcWords = { en, vi };
