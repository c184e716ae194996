import { createTransport } from 'nodemailer';
import { type Mailer, toMessage } from './mail.ts';

const timeouts = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

/** Mails over SMTP, a connection for each: one that hangs holds up no other. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts });
  return {
    async send(mail, signal) {
      const sending = transport.sendMail(toMessage(mail, from));
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => reject(signal.reason);
        signal.addEventListener('abort', giveUp, { once: true });
        sending.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', giveUp));
      });
    },
  };
}

/** Connects and signs in, and sends nothing. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
