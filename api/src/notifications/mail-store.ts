import type { Language } from '../catalog/catalog-words.ts';
import type { Db, Tx } from '../platform/db.ts';
import { inBatches } from '../platform/in-batches.ts';
import { statement } from '../platform/sql.ts';

/** A receipt or an invoice that goes with a mail. */
export interface EnclosedBill {
  id: string;
  language: Language;
}

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  at: string;
  bill?: EnclosedBill | undefined;
}

const insertStatement = statement(
  'insert_mails',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before, bill_id, bill_language)
   select to_address, subject, text, at, at, nullif(bill_id, '')::bigint, nullif(bill_language, '')
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
          m (to_address, subject, text, at, bill_id, bill_language)`,
);

export async function insertMails(tx: Tx, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  const column = (read: (mail: NewMail) => string) => mails.map(read);
  await tx.rows(insertStatement, [
    column(({ to }) => to),
    column(({ subject }) => subject),
    column(({ text }) => text),
    column(({ at }) => at),
    column(({ bill }) => bill?.id ?? ''),
    column(({ bill }) => bill?.language ?? ''),
  ]);
}

export interface WaitingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  attempts: number;
  bill: EnclosedBill | undefined;
}

// Taking one puts it off for as long as sending may last: if we die meanwhile, it comes due again by itself.
const claimStatement = statement(
  'claim_mails',
  `update outgoing_mail set attempts = attempts + 1, not_before = $1::timestamptz + make_interval(secs => $3)
    where id in (select id from outgoing_mail where sent_at is null and not_before <= $1::timestamptz
                  order by not_before, id limit $2 for update skip locked)
   returning id, to_address, subject, text, extract(epoch from created_at) * 1000, attempts, bill_id, bill_language`,
);

export async function claimMails(db: Db, now: Date, most: number, leaseSeconds: number): Promise<WaitingMail[]> {
  const rows = await db.rows(claimStatement, [now.toISOString(), most, leaseSeconds]);
  return rows.map((row) => ({
    id: String(row[0]),
    to: String(row[1]),
    subject: String(row[2]),
    text: String(row[3]),
    createdAt: new Date(Number(row[4])),
    attempts: Number(row[5]),
    bill: row[6] == null ? undefined : { id: row[6], language: row[7] as Language },
  }));
}

const sentStatement = statement('mail_sent', 'update outgoing_mail set sent_at = $2, last_error = null where id = $1 and sent_at is null', {
  lock: ([id]) => `mail ${id}`,
});

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.rows(sentStatement, [id, now.toISOString()]);
}

const failedStatement = statement(
  'mail_failed',
  'update outgoing_mail set not_before = $3, last_error = $4 where id = $1 and attempts = $2 and sent_at is null',
);

/** `retryAt` undefined: never again. */
export async function markUnsent(db: Db, { id, attempts }: WaitingMail, retryAt: Date | undefined, error: string): Promise<void> {
  await db.rows(failedStatement, [id, attempts, retryAt?.toISOString() ?? 'infinity', error]);
}

const deleteOldStatement = statement(
  'delete_old_mails',
  `delete from outgoing_mail where id = any(array(
     select id from outgoing_mail where created_at < $1::timestamptz - interval '30 days' order by created_at limit $2))
   returning 1`,
);

export function deleteOldMails(db: Db, now: Date): Promise<void> {
  return inBatches(async (most) => (await db.rows(deleteOldStatement, [now.toISOString(), most])).length);
}
