import { writeLinkMail } from '../accounts/password-link.ts';
import { billFileName } from '../payments/bill.ts';
import { billPdf } from '../payments/bill-pdf.ts';
import { readBill } from '../payments/issue-bill.ts';
import { DeliveryQueue, ServiceStopped } from '../platform/jobs/delivery-queue.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { OutageLog } from '../platform/postgres/outage-log.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { inSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Attachment, Mailer } from './mail.ts';
import { claimMails, type EnclosedBill, isLinkLane, markSent, markUnsent, type WaitingMail, withdrawMail } from './mail-store.ts';
import { mailRetryDelay } from './retry-rules.ts';

/** At once: to one receiving domain, and over all of them. A domain that hangs delays only its own mails. */
const perLane = 4;
const mostLinks = 5;
const mostOthers = 20;
export const mailLeaseSeconds = 60;

export interface SendMailsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  outages: OutageLog;
  mailer: Mailer;
  /** Links in mails begin with it. */
  publicUrl: string;
  /** Milliseconds that sending one may take; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called for each attempt, once how it went is written down. */
  tried?: (result: 'sent' | 'failed') => void;
}

/** Brings waiting mails to the mail server. */
export function sendMails(options: SendMailsOptions): DeliveryQueue<WaitingMail> {
  const { database, clock, log, outages, mailer, publicUrl, limit, tracing, tried } = options;
  return new DeliveryQueue({
    outages,
    what: 'mails',
    limit,
    laneOf: ({ lane }) => lane,
    async claim(underWay) {
      const sum = (lanes: [string, number][]) => lanes.reduce((total, [, mails]) => total + mails, 0);
      const links = mostLinks - sum([...underWay].filter(([lane]) => isLinkLane(lane)));
      const others = mostOthers - sum([...underWay].filter(([lane]) => !isLinkLane(lane)));
      return links + others === 0 ? [] : claimMails(database.write, clock(), underWay, { perLane, links, others }, mailLeaseSeconds);
    },
    async deliver(mail, signal) {
      const { id, to, createdAt, attempts, bill, link } = mail;
      let isSent: boolean;
      try {
        isSent = await inSpan(tracing, 'send mail', 'client', { 'swath.mail.attempts': attempts }, async () => {
          const attachment = bill === undefined ? undefined : await enclosed(database, bill);
          const content = link === undefined ? mail : await writeLinkMail(database.write, mail, link, publicUrl, clock());
          if (content === undefined) return false;
          const { subject, text } = content;
          await mailer.send({ key: `swath-${createdAt.getTime()}-${id}`, to, subject, text, date: createdAt, attachment }, signal);
          return true;
        });
      } catch (error) {
        const delay = error instanceof ServiceStopped ? 0 : mailRetryDelay(attempts, Math.random());
        const retryAt = delay === undefined ? undefined : new Date(clock().getTime() + delay * 1000);
        // What a mail server says may repeat the address, or more; the row is the place for it, not the log.
        await markUnsent(database.write, mail, retryAt, String((error as Error)?.message ?? error).slice(0, 500));
        log.warn({ mail: id, attempts, code: (error as { code?: unknown })?.code }, 'A mail could not be sent.');
        if (!(error instanceof ServiceStopped)) tried?.('failed');
        return;
      }
      if (!isSent) return withdrawMail(database.write, mail);
      await markSent(database.write, id, clock());
      tried?.('sent');
    },
  });
}

/** Made when it is sent, and not kept: the bill itself never changes. */
async function enclosed(database: Database, { id, language }: EnclosedBill): Promise<Attachment> {
  const bill = await readBill(database.read, id);
  return { filename: billFileName(bill, 'pdf'), contentType: 'application/pdf', content: await billPdf(bill, language) };
}
