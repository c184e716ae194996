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
    subject: 'A new password for your account',
    text: `Hello ${name},\n\nsomeone, most likely you, asked for a new password. Choose it here, within ${inHours(hours)}:\n\n${link}\n\nIf it was not you, leave this mail alone: nothing changes.\n`,
  }),
  reset: ({ name, link, hours }) => ({
    subject: 'Please choose a new password',
    text: `Hello ${name},\n\nyour password was reset by an admin, and you have been signed out everywhere. Choose a new one here, within ${inHours(hours)}:\n\n${link}\n`,
  }),
  invitation: ({ name, link, hours }) => ({
    subject: 'Your account is ready',
    text: `Hello ${name},\n\nan account has been made for you. Choose your password here, within ${inHours(hours)}:\n\n${link}\n`,
  }),
};

const vi: Texts = {
  forgotten: ({ name, link, hours }) => ({
    subject: 'Đặt lại mật khẩu',
    text: `Chào ${name},\n\nCó người, hẳn là bạn, vừa yêu cầu mật khẩu mới. Mời bạn đặt mật khẩu tại đây, trong vòng ${hours} giờ:\n\n${link}\n\nNếu không phải bạn, cứ bỏ qua thư này: không có gì thay đổi.\n`,
  }),
  reset: ({ name, link, hours }) => ({
    subject: 'Mời bạn đặt mật khẩu mới',
    text: `Chào ${name},\n\nQuản trị viên đã hủy mật khẩu cũ và đăng xuất bạn trên mọi thiết bị. Mời bạn đặt mật khẩu mới tại đây, trong vòng ${hours} giờ:\n\n${link}\n`,
  }),
  invitation: ({ name, link, hours }) => ({
    subject: 'Tài khoản của bạn đã sẵn sàng',
    text: `Chào ${name},\n\nBạn vừa được tạo một tài khoản. Mời bạn đặt mật khẩu tại đây, trong vòng ${hours} giờ:\n\n${link}\n`,
  }),
};

const texts = { en, vi };

const inHours = (hours: number): string => (hours === 1 ? 'one hour' : `${hours} hours`);

/** The token is in the URL fragment, which browsers do not send to servers. */
export function linkMail(kind: LinkKind, language: 'en' | 'vi', name: string, publicUrl: string, token: string): LinkMail {
  return texts[language][kind]({ name, link: `${publicUrl}/reset#${token}`, hours: linkLifetimeHours[kind] });
}
