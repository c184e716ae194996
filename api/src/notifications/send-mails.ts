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
import { type AttachedBill, claimMails, isLinkLane, markFailed, markSent, type PendingMail, withdrawMail } from './mail-store.ts';
import { mailRetryDelay } from './retry-rules.ts';

// Concurrent mails per receiving domain and over all domains. A slow domain delays only its own mails.
const perLane = 4;
const maxLinks = 5;
const maxOthers = 20;
export const mailLeaseSeconds = 60;

export interface SendMailsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  outages: OutageLog;
  mailer: Mailer;
  /** Base URL of links in mails. */
  publicUrl: string;
  /** Time limit of one mail in milliseconds; well below the lease. */
  limit: number;
  tracing?: Tracing | undefined;
  /** Called after the result of an attempt is stored. */
  onAttempt?: (result: 'sent' | 'failed') => void;
}

/** Queue of mails with one lane per receiving domain. */
export function sendMails(options: SendMailsOptions): DeliveryQueue<PendingMail> {
  const { database, clock, log, outages, mailer, publicUrl, limit, tracing, onAttempt } = options;
  return new DeliveryQueue({
    outages,
    items: 'mails',
    timeoutMs: limit,
    laneOf: ({ lane }) => lane,
    async claim(inFlight) {
      const sum = (lanes: [string, number][]) => lanes.reduce((total, [, mails]) => total + mails, 0);
      const links = maxLinks - sum([...inFlight].filter(([lane]) => isLinkLane(lane)));
      const others = maxOthers - sum([...inFlight].filter(([lane]) => !isLinkLane(lane)));
      return links + others === 0 ? [] : claimMails(database.write, clock(), inFlight, { perLane, links, others }, mailLeaseSeconds);
    },
    async deliver(mail, signal) {
      const { id, to, createdAt, attempts, bill, calendar, link } = mail;
      let isSent: boolean;
      try {
        isSent = await inSpan(tracing, 'send mail', 'client', { 'swath.mail.attempts': attempts }, async () => {
          const attachment = bill === undefined ? undefined : await attachBill(database, bill);
          const content = link === undefined ? mail : await writeLinkMail(database.write, mail, link, publicUrl, clock());
          if (content === undefined) return false;
          const { subject, text } = content;
          await mailer.send(
            { key: `swath-${createdAt.getTime()}-${id}`, to, subject, text, date: createdAt, attachment, calendar },
            signal,
          );
          return true;
        });
      } catch (error) {
        const delay = error instanceof ServiceStopped ? 0 : mailRetryDelay(attempts, Math.random());
        const retryAt = delay === undefined ? undefined : new Date(clock().getTime() + delay * 1000);
        // Stored in the row and not logged: the error of a mail server may contain the address.
        await markFailed(database.write, mail, retryAt, String((error as Error)?.message ?? error).slice(0, 500), clock());
        log.warn({ mail: id, attempts, code: (error as { code?: unknown })?.code }, 'A mail could not be sent.');
        if (!(error instanceof ServiceStopped)) onAttempt?.('failed');
        return;
      }
      if (!isSent) return withdrawMail(database.write, mail);
      const reachesNobody = mailer.isFolder === true;
      await markSent(database.write, id, reachesNobody ? 'not_sent' : 'sent', clock());
      if (!reachesNobody) onAttempt?.('sent');
    },
  });
}

/** Drawn for each attempt instead of stored; the bill never changes. */
async function attachBill(database: Database, { id, language }: AttachedBill): Promise<Attachment> {
  const bill = await readBill(database.read, id);
  return { filename: billFileName(bill, 'pdf'), contentType: 'application/pdf', content: await billPdf(bill, language) };
}
