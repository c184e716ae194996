import type { LinkKind } from '../accounts/account-rules.ts';
import type { Language } from '../catalog/catalog-words.ts';
import type { MessageStatus } from '../channels/channel.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { statement } from '../platform/postgres/sql.ts';

/** A receipt or an invoice attached to a mail. */
export interface AttachedBill {
  id: string;
  language: Language;
}

export interface NewMail {
  to: string;
  subject: string;
  text: string;
  at: string;
  bill?: AttachedBill | undefined;
  /** An invitation or cancellation as iCalendar text. */
  calendar?: string | undefined;
  /** Its entry in the log of messages. */
  messageId?: string | undefined;
}

const insertStatement = statement(
  'insert_mails',
  `insert into outgoing_mail (to_address, subject, text, created_at, not_before, bill_id, bill_language, calendar, message_id)
   select to_address, subject, text, at, at, nullif(bill_id, '')::bigint, nullif(bill_language, ''), nullif(calendar, ''),
          nullif(message_id, '')::bigint
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[])
          m (to_address, subject, text, at, bill_id, bill_language, calendar, message_id)`,
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
    column(({ calendar }) => calendar ?? ''),
    column(({ messageId }) => messageId ?? ''),
  ]);
}

export interface PendingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  attempts: number;
  bill: AttachedBill | undefined;
  calendar: string | undefined;
  /** Subject and text are written when it is sent, with a link of this kind. */
  link: LinkKind | undefined;
  lane: string;
}

// Must equal the expression of the index outgoing_mail_lane.
const lane = `(case when link_kind is null then '' else '!' end || lower(split_part(to_address, '@', 2)))`;

/** Mails with links have their own lanes, so that other mails do not delay them. */
export const isLinkLane = (name: string): boolean => name.startsWith('!');

// Claiming moves the due time by the lease: if this process dies, the mail becomes due again.
const claimStatement = statement(
  'claim_mails',
  `with recursive lanes as (
     (select ${lane} as lane from outgoing_mail where sent_at is null order by 1 limit 1)
     union all
     select (select ${lane} from outgoing_mail where sent_at is null and ${lane} > l.lane order by 1 limit 1) from lanes l where l.lane is not null
   ), due as (
     select m.id, m.not_before, l.lane like '!%' as is_link
       from lanes l
       left join unnest($3::text[], $4::integer[]) busy (lane, mails) on busy.lane = l.lane
      cross join lateral (
        select id, not_before from outgoing_mail
         where sent_at is null and ${lane} = l.lane and not_before <= $1::timestamptz
         order by not_before, id limit greatest(0, $5::integer - coalesce(busy.mails, 0))
           for update skip locked) m
      where l.lane is not null
   )
   update outgoing_mail set attempts = attempts + 1, not_before = $1::timestamptz + make_interval(secs => $2)
    where id in ((select id from due where is_link order by not_before, id limit $6)
                 union all (select id from due where not is_link order by not_before, id limit $7))
   returning id, to_address, subject, text, extract(epoch from created_at) * 1000, attempts, bill_id, bill_language, link_kind, ${lane}, calendar`,
);

export interface MailSlots {
  /** Concurrent mails per lane. */
  perLane: number;
  /** Free slots for mails with links and for other mails, over all lanes. */
  links: number;
  others: number;
}

/** Claims due mails, up to the free slots of each lane. */
export async function claimMails(
  db: Db,
  now: Date,
  inFlight: ReadonlyMap<string, number>,
  { perLane, links, others }: MailSlots,
  leaseSeconds: number,
): Promise<PendingMail[]> {
  const busy = [...inFlight.values()].map(String);
  const rows = await db.rows(claimStatement, [now.toISOString(), leaseSeconds, [...inFlight.keys()], busy, perLane, links, others]);
  return rows.map(([id, to, subject, text, createdAt, attempts, billId, billLanguage, link, mailLane, calendar]) => ({
    id: String(id),
    to: String(to),
    subject: String(subject),
    text: String(text),
    createdAt: new Date(Number(createdAt)),
    attempts: Number(attempts),
    bill: billId == null ? undefined : { id: billId, language: billLanguage as Language },
    link: link == null ? undefined : (link as LinkKind),
    lane: String(mailLane),
    calendar: calendar ?? undefined,
  }));
}

const withdrawStatement = statement('withdraw_mail', 'delete from outgoing_mail where id = $1 and attempts = $2 and sent_at is null');

/** Deletes a mail that must no longer be sent. */
export async function withdrawMail(db: Db, { id, attempts }: PendingMail): Promise<void> {
  await db.rows(withdrawStatement, [id, attempts]);
}

// The text is deleted: mails of earlier versions may contain a link. Not of mails that reached nobody: an admin can send them again. The log of
// messages follows.
const sentStatement = statement(
  'mail_sent',
  `with mail as (
     update outgoing_mail set sent_at = $2, last_error = null, text = case when $3 = 'not_sent' then text else '' end,
            calendar = case when $3 = 'not_sent' then calendar end where id = $1 and sent_at is null returning message_id, attempts
   )
   update message_delivery d
      set status = $3, attempts = d.attempts + mail.attempts, last_attempt_at = $2::timestamptz, last_error = null, due_at = null
     from mail where d.id = mail.message_id`,
  { lock: ([id]) => `mail ${id}` },
);

/** `not_sent`: it was written into a folder, because there is no mail server. */
export async function markSent(db: Db, id: string, status: MessageStatus & ('sent' | 'not_sent'), now: Date): Promise<void> {
  await db.rows(sentStatement, [id, now.toISOString(), status]);
}

// A mail that is given up is a dead letter in the log of messages, or the message goes on with its next channel.
const failedStatement = statement(
  'mail_failed',
  `with mail as (
     update outgoing_mail set not_before = $3, last_error = $4 where id = $1 and attempts = $2 and sent_at is null
     returning message_id, attempts, not_before = 'infinity' as is_given_up
   )
   update message_delivery d
      set last_error = $4,
          attempts = d.attempts + case when is_given_up then mail.attempts else 0 end,
          status = case when not is_given_up then d.status when d.step < cardinality(d.channels) then 'waiting' else 'failed' end,
          channel = case when is_given_up then coalesce(d.channels[d.step + 1], d.channel) else d.channel end,
          due_at = case when is_given_up and d.step < cardinality(d.channels) then $5::timestamptz end,
          step = case when is_given_up then least(d.step + 1, cardinality(d.channels)) else d.step end, tries = 0
     from mail where d.id = mail.message_id`,
);

/** `retryAt` undefined: no further attempt. */
export async function markFailed(
  db: Db,
  { id, attempts }: PendingMail,
  retryAt: Date | undefined,
  error: string,
  now: Date,
): Promise<void> {
  await db.rows(failedStatement, [id, attempts, retryAt?.toISOString() ?? 'infinity', error, now.toISOString()]);
}

const clampStatement = statement(
  'clamp_mail_due_times',
  `update outgoing_mail set not_before = $1::timestamptz + make_interval(secs => ($2::float8[])[attempts + 1])
    where sent_at is null and not_before < 'infinity' and not_before > $1::timestamptz + make_interval(secs => ($2::float8[])[attempts + 1])`,
);

/** After the clock was set back: limits each delay to the maximum for its number of attempts. */
export async function clampMailDueTimes(db: Db, now: Date, maxDelaysSeconds: readonly number[]): Promise<void> {
  await db.rows(clampStatement, [now.toISOString(), maxDelaysSeconds.map(String)]);
}

const deleteOldStatement = statement(
  'delete_old_mails',
  `delete from outgoing_mail where id = any(array(
     select id from outgoing_mail where created_at < $1::timestamptz - interval '30 days' order by created_at limit $2))
   returning 1`,
);

export function deleteOldMails(db: Db, now: Date): Promise<void> {
  return inBatches(async (limit) => (await db.rows(deleteOldStatement, [now.toISOString(), limit])).length);
}
