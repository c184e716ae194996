import { createTransport } from 'nodemailer';
import { type Mailer, toMessage } from './mail.ts';

const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** Sends mails over SMTP, each on its own connection, so that a slow one delays no other. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts });
  return {
    async send(mail, signal) {
      const sending = transport.sendMail(toMessage(mail, from));
      await new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        sending.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', abort));
      });
    },
  };
}

/** Connects and authenticates without sending a mail. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
