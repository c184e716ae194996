const en = {
  byLink: 'Create an invitation link',
  byLinkNote: 'No mail server is set up. The link is shown once, to send by phone or chat. It is valid for three days.',
  title: 'Invitation link',
  text: (name: string) => `Send this link to ${name}. It is shown only once and is valid for three days.`,
  link: 'Link',
  copy: 'Copy link',
  copied: 'Link copied',
  close: 'I have copied the link',
  create: 'Create invitation link',
  createText: 'No mail server is set up. Create a link to choose a password and send it by phone or chat.',
};

const vi: typeof en = {
  byLink: 'Tạo liên kết mời',
  byLinkNote: 'Chưa có máy chủ email. Liên kết chỉ hiện một lần để gửi qua điện thoại hoặc chat, có hiệu lực ba ngày.',
  title: 'Liên kết mời',
  text: (name) => `Gửi liên kết này cho ${name}. Liên kết chỉ hiện một lần và có hiệu lực ba ngày.`,
  link: 'Liên kết',
  copy: 'Chép liên kết',
  copied: 'Đã chép liên kết',
  close: 'Tôi đã chép liên kết',
  create: 'Tạo liên kết mời',
  createText: 'Chưa có máy chủ email. Tạo liên kết đặt mật khẩu và gửi qua điện thoại hoặc chat.',
};

export const invitationWords = { en, vi };
