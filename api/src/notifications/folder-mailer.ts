import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Mailer, toMessage } from './mail.ts';

/** Writes mails as .eml files, for a service without a mail server. A repeated mail replaces its file. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    isFolder: true,
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail, from));
      const file = join(folder, `${mail.key}.eml`);
      const write = () => writeFile(`${file}.part`, message, { mode: 0o600 });
      // The folder may not exist yet, or may have been deleted.
      await write().catch(async () => {
        await mkdir(folder, { recursive: true });
        await write();
      });
      await rename(`${file}.part`, file);
    },
  };
}
