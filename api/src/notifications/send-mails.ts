import { billPdf } from '../payments/bill-pdf.ts';
import { billFileName } from '../payments/bill-routes.ts';
import { readBill } from '../payments/issue-bill.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db.ts';
import { Deliveries, ServiceStopped } from '../platform/deliveries.ts';
import type { Log } from '../platform/log.ts';
import type { Outages } from '../platform/outages.ts';
import { inSpan, type Tracing } from '../platform/tracing.ts';
import type { Attachment, Mailer } from './mail.ts';
import { claimMails, type EnclosedBill, markSent, markUnsent, type WaitingMail } from './mail-store.ts';
import { mailRetryDelay } from './retry-rules.ts';

const atOnce = 5;
const leaseSeconds = 300;

export interface SendMailsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  outages: Outages;
  mailer: Mailer;
  /** Milliseconds that sending one may take; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called for each attempt, once how it went is written down. */
  tried?: (result: 'sent' | 'failed') => void;
}

/** Brings waiting mails to the mail server. */
export function sendMails({ database, clock, log, outages, mailer, limit, tracing, tried }: SendMailsOptions): Deliveries<WaitingMail> {
  return new Deliveries({
    outages,
    what: 'mails',
    limit,
    laneOf: () => 'mail',
    async claim(underWay) {
      const free = atOnce - (underWay.get('mail') ?? 0);
      return free <= 0 ? [] : claimMails(database.write, clock(), free, leaseSeconds);
    },
    async deliver(mail, signal) {
      const { id, to, subject, text, createdAt, attempts, bill } = mail;
      try {
        await inSpan(tracing, 'send mail', 'client', { 'swath.mail.attempts': attempts }, async () => {
          const attachment = bill === undefined ? undefined : await enclosed(database, bill);
          await mailer.send({ key: `swath-${createdAt.getTime()}-${id}`, to, subject, text, date: createdAt, attachment }, signal);
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
