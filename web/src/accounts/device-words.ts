const en = {
  title: 'Signed-in devices',
  intro: 'You are signed in on these devices. Sign out any that you do not recognise, and change your password.',
  device: (browser: string | null, system: string | null) =>
    browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
  current: 'This device',
  signedIn: (when: string) => `Signed in ${when}`,
  lastUsed: (when: string) => `Last used ${when}`,
  signOut: 'Sign out',
  signOutLabel: (device: string) => `Sign out ${device}`,
  signOutTitle: 'Sign out this device?',
  signOutText: (device: string) => `${device} must sign in again. Work on it that has not been sent yet stays on the device.`,
  signedOut: 'Device signed out.',
  others: 'Sign out all other devices',
  othersTitle: 'Sign out all other devices?',
  othersText: 'Every device except this one must sign in again.',
  othersDone: 'All other devices are signed out.',
};

const vi: typeof en = {
  title: 'Thiết bị đang đăng nhập',
  intro: 'Tài khoản đang đăng nhập trên các thiết bị này. Thấy thiết bị lạ thì cho đăng xuất, rồi đổi mật khẩu.',
  device: (browser, system) =>
    browser !== null && system !== null ? `${browser} trên ${system}` : (browser ?? system ?? 'Thiết bị không rõ'),
  current: 'Thiết bị này',
  signedIn: (when) => `Đăng nhập ${when}`,
  lastUsed: (when) => `Dùng lần cuối ${when}`,
  signOut: 'Đăng xuất',
  signOutLabel: (device) => `Đăng xuất ${device}`,
  signOutTitle: 'Đăng xuất thiết bị này?',
  signOutText: (device) => `${device} phải đăng nhập lại. Việc chưa gửi vẫn được giữ trên thiết bị đó.`,
  signedOut: 'Đã đăng xuất thiết bị.',
  others: 'Đăng xuất mọi thiết bị khác',
  othersTitle: 'Đăng xuất mọi thiết bị khác?',
  othersText: 'Mọi thiết bị, trừ thiết bị này, phải đăng nhập lại.',
  othersDone: 'Đã đăng xuất mọi thiết bị khác.',
};

export const deviceWords = { en, vi };
