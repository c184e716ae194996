import { Text } from '@mantine/core';
import { useCompany } from '../api/company.tsx';
import { useWords } from './language.tsx';

const words = {
  en: { text: 'E-mails are not sent now: no mail server is set up. An admin sets SWATH_SMTP_URL on the server.' },
  vi: { text: 'Hiện chưa gửi được email vì chưa có máy chủ email. Quản trị đặt SWATH_SMTP_URL trên máy chủ.' },
};

/** Beside texts that promise e-mails; nothing if a mail server is set up. */
export function NoMailNote() {
  const { text } = useWords(words);
  return useCompany().sendsMail ? null : <Text c="dimmed">{text}</Text>;
}
