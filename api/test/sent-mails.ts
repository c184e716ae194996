import { expect } from 'vitest';
import type { Mail, Mailer } from '../src/notifications/mail.ts';
import { eventually } from './harness.ts';

/** Collects mails in place of a mail server, for tests of their content. */
export class SentMails implements Mailer {
  readonly all: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    this.all.push(mail);
  }

  to(address: string): Mail[] {
    return this.all.filter(({ to }) => to === address);
  }

  /** The newest mail with a password link, once `count` of them were sent to the address. */
  link(address: string, count = 1): Promise<{ mail: Mail; token: string }> {
    return eventually(async () => {
      const links = this.to(address).filter(({ text }) => text.includes('/reset#'));
      expect(links.length).toBeGreaterThanOrEqual(count);
      const mail = links.at(-1) as Mail;
      return { mail, token: /\/reset#([\w-]{43})\n/.exec(mail.text)?.[1] ?? '' };
    });
  }
}
