import { type LinkKind, linkLifetimeHours } from './account-rules.ts';

export interface LinkMail {
  subject: string;
  text: string;
}

interface LinkMailValues {
  name: string;
  link: string;
  hours: number;
}

type Texts = Record<LinkKind, (values: LinkMailValues) => LinkMail>;

const en: Texts = {
  forgotten: ({ name, link, hours }) => ({
    subject: 'Reset your password',
    text: `Hello ${name},\n\nA new password was requested for your account. Choose it here within ${inHours(hours)}:\n\n${link}\n\nIf you did not request it, ignore this e-mail. Your password does not change.\n`,
  }),
  reset: ({ name, link, hours }) => ({
    subject: 'Choose a new password',
    text: `Hello ${name},\n\nAn admin has reset your password, and all your devices are signed out. Choose a new password here within ${inHours(hours)}:\n\n${link}\n`,
  }),
  invitation: ({ name, link, hours }) => ({
    subject: 'Your account is ready',
    text: `Hello ${name},\n\nAn account was created for you. Choose your password here within ${inHours(hours)}:\n\n${link}\n`,
  }),
};

const vi: Texts = {
  forgotten: ({ name, link, hours }) => ({
    subject: 'Đặt lại mật khẩu',
    text: `Chào ${name},\n\nTài khoản của bạn vừa có yêu cầu mật khẩu mới. Mời bạn đặt mật khẩu tại đây trong vòng ${hours} giờ:\n\n${link}\n\nNếu bạn không yêu cầu, xin bỏ qua email này. Mật khẩu không thay đổi.\n`,
  }),
  reset: ({ name, link, hours }) => ({
    subject: 'Đặt mật khẩu mới',
    text: `Chào ${name},\n\nQuản trị đã đặt lại mật khẩu và đăng xuất bạn trên mọi thiết bị. Mời bạn đặt mật khẩu mới tại đây trong vòng ${hours} giờ:\n\n${link}\n`,
  }),
  invitation: ({ name, link, hours }) => ({
    subject: 'Tài khoản của bạn đã sẵn sàng',
    text: `Chào ${name},\n\nTài khoản của bạn đã được tạo. Mời bạn đặt mật khẩu tại đây trong vòng ${hours} giờ:\n\n${link}\n`,
  }),
};

const texts = { en, vi };

/** The token is in the URL fragment, which browsers do not send to servers. */
export const resetLink = (publicUrl: string, token: string): string => `${publicUrl}/reset#${token}`;

const inHours = (hours: number): string => (hours === 1 ? 'one hour' : `${hours} hours`);

export function linkMail(kind: LinkKind, language: 'en' | 'vi', name: string, publicUrl: string, token: string): LinkMail {
  return texts[language][kind]({ name, link: resetLink(publicUrl, token), hours: linkLifetimeHours[kind] });
}
