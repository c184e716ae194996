import type { Language } from '../catalog/catalog-words.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { inBatches } from '../platform/postgres/in-batches.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Channel, DirectChannel, DueMessage, MessageValues } from './channel.ts';

export interface NewMessage {
  /** What the message is about: a second message with this key is not stored. */
  key: string;
  recipientId: string;
  /** Whose budget of the day the message is part of; null: only that of the company. */
  senderId: string | null;
  orderId: string | null;
  type: string;
  urgent: boolean;
  language: Language;
  subject: string;
  text: string;
  mailText: string;
  billId: string | null;
  /** For the fields of a Zalo template, and the link of other channels. */
  data: MessageValues;
  /** The invitation for a mail that is not the first channel. */
  calendar: string | undefined;
  /** In order, at least one. */
  channels: readonly Channel[];
  at: string;
  dueAt: Date;
}

// Texts are stored only for a message that may be sent on several channels; a mail is stored in its own queue.
const insertStatement = statement(
  'insert_messages',
  `insert into message_delivery (key, recipient_id, order_id, type, urgent, language, subject, text, mail_text, bill_id, channels, channel, status, created_at, due_at, data, calendar, sender_id)
   select key, recipient_id, nullif(order_id, '')::bigint, type, urgent, language, subject, text, mail_text, nullif(bill_id, '')::bigint,
          string_to_array(channels, ','), split_part(channels, ',', 1),
          case when channels like 'mail%' then 'queued' else 'waiting' end, at, case when channels like 'mail%' then null else due_at end,
          nullif(data, '')::jsonb, nullif(calendar, ''), nullif(sender_id, '')::bigint
     from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                 $11::text[], $12::timestamptz[], $13::timestamptz[], $14::text[], $15::text[], $16::text[])
       as m (key, recipient_id, order_id, type, urgent, language, subject, text, mail_text, bill_id, channels, at, due_at, data, calendar, sender_id)
   on conflict (key) do nothing returning key, id`,
);

/** Zalo needs all values, the others the link. */
function dataOf({ channels, data }: NewMessage): string {
  if (channels.includes('zalo')) return JSON.stringify(data);
  return data.link === undefined || isOnlyMail(channels) ? '' : JSON.stringify({ link: data.link });
}

const isOnlyMail = (channels: readonly Channel[]): boolean => channels.length === 1 && channels[0] === 'mail';

/** Returns the ids of the messages by key; those whose key exists are left out. A message whose first channel is mail is not sent by this. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<Map<string, string>> {
  if (messages.length === 0) return new Map();
  const column = (read: (message: NewMessage) => string) => messages.map(read);
  const rows = await tx.rows(insertStatement, [
    column(({ key }) => key),
    column(({ recipientId }) => recipientId),
    column(({ orderId }) => orderId ?? ''),
    column(({ type }) => type),
    column(({ urgent }) => String(urgent)),
    column(({ language }) => language),
    column(({ subject }) => subject),
    column((message) => (isOnlyMail(message.channels) ? '' : message.text)),
    column((message) => (isOnlyMail(message.channels) ? '' : message.mailText)),
    column(({ billId }) => billId ?? ''),
    column(({ channels }) => channels.join(',')),
    column(({ at }) => at),
    column(({ dueAt }) => dueAt.toISOString()),
    column((message) => dataOf(message)),
    column((message) => (message.channels.indexOf('mail') > 0 ? (message.calendar ?? '') : '')),
    column(({ senderId }) => senderId ?? ''),
  ]);
  return new Map(rows.map(([key, id]) => [String(key), String(id)]));
}

// Claiming moves the due time by the lease. A message that is still `sending` when it is due again was claimed by a process that died or
// whose provider did not answer: what became of it must be found out before it is sent again.
const claimStatement = statement(
  'claim_messages',
  `with due as (
     select d.id, d.status from unnest($2::text[], $3::integer[]) as lane (channel, slots)
      cross join lateral (
        select id, status from message_delivery
         where status in ('waiting', 'sending') and channel = lane.channel and due_at <= $1::timestamptz
         order by due_at, id limit lane.slots for update skip locked) d
   )
   update message_delivery d
      set status = 'sending', attempts = d.attempts + case when due.status = 'waiting' then 1 else 0 end, tries = d.tries + 1, claims = d.claims + 1,
          last_attempt_at = case when due.status = 'waiting' then $1::timestamptz else d.last_attempt_at end,
          due_at = $1::timestamptz + make_interval(secs => $4)
     from due, app_user u
     left join channel_preference p on p.user_id = u.id
    where d.id = due.id and u.id = d.recipient_id
   returning d.id, d.recipient_id, d.order_id, d.type, d.urgent, d.language, d.subject, d.text, d.channel, d.attempts, d.tries, d.claims,
             d.step < cardinality(d.channels), due.status = 'sending',
             exists (select 1 from channel_state s where s.channel = d.channel and s.open_until > $1::timestamptz),
             coalesce(d.to_phone, case when u.active and u.phone_confirmed then u.phone_key end), coalesce(p.plain_sms, false), d.cost is not null, extract(epoch from d.last_attempt_at) * 1000, d.data`,
);

/** Claims due messages, up to the free slots of each channel. */
export async function claimMessages(
  db: Db,
  now: Date,
  slots: readonly (readonly [DirectChannel, number])[],
  leaseSeconds: number,
): Promise<DueMessage[]> {
  const rows = await db.rows(claimStatement, [
    now.toISOString(),
    slots.map(([channel]) => channel),
    slots.map(([, free]) => String(free)),
    leaseSeconds,
  ]);
  return rows.map((row) => {
    const [id, recipientId, orderId, type, urgent, language, subject, text, channel, attempts, tries, claims, ...more] = row;
    const [hasNext, isUnknown, isOpen, phone, plain, isReserved, lastAttemptAt, data] = more;
    return {
      id: String(id),
      recipientId: String(recipientId),
      orderId: orderId ?? null,
      type: String(type),
      urgent: urgent === 't',
      language: language as Language,
      subject: String(subject),
      text: String(text),
      channel: channel as DirectChannel,
      attempts: Number(attempts),
      tries: Number(tries),
      claims: Number(claims),
      hasNextChannel: hasNext === 't',
      isOutcomeUnknown: isUnknown === 't',
      isChannelOpen: isOpen === 't',
      phone: phone ?? null,
      wantsPlainSms: plain === 't',
      isReserved: isReserved === 't',
      lastAttemptAt: new Date(Number(lastAttemptAt)),
      data: data == null ? {} : (JSON.parse(data) as MessageValues),
    };
  });
}

// Only the process that has the newest claim may record an outcome, and not over a report of the provider.
const isMine = "d.id = $1 and d.claims = $2 and d.status = 'sending'";

const acceptedStatement = statement(
  'message_accepted',
  `with working as (update channel_state set failures = 0, open_until = null where channel = $3 and failures > 0)
   update message_delivery d
      set status = $4, provider_id = coalesce($5, d.provider_id), provider_rank = $6, last_error = null, due_at = null
    where ${isMine}`,
);

/** `rank`: the status that the provider has reported with its answer. */
export async function markAccepted(
  db: Db,
  { id, claims, channel }: DueMessage,
  { providerId, isDelivered, rank }: { providerId: string | null; isDelivered: boolean; rank: number },
): Promise<void> {
  await db.rows(acceptedStatement, [id, claims, channel, isDelivered ? 'delivered' : 'sent', providerId, rank]);
}

// After five failures in a row the channel is not called for 5 seconds, then 10, at most 120.
const failingChannel = (channel: string, now: string) => `insert into channel_state as s (channel, failures) values (${channel}, 1)
     on conflict (channel) do update
        set failures = s.failures + 1,
            open_until = case when s.failures >= 4 then ${now}::timestamptz + make_interval(secs => least(120, 5 * 2 ^ least(s.failures - 4, 10))) end`;

const channelFailedStatement = statement('channel_failed', failingChannel('$1', '$2'));

/** Counts a failure of the provider. */
export async function countChannelFailure(db: Db, channel: DirectChannel, now: Date): Promise<void> {
  await db.rows(channelFailedStatement, [channel, now.toISOString()]);
}

const postponeStatement = statement(
  'postpone_message',
  `update message_delivery d
      set status = $3, due_at = $4, last_error = coalesce($5, d.last_error), tries = d.tries - $6, attempts = d.attempts - $6
    where ${isMine}`,
);

export interface Postponement {
  /** `sending`: the outcome is looked up then. */
  status: 'waiting' | 'sending';
  dueAt: Date;
  error: string | null;
  /** Whether the claim counts as an attempt. */
  isCounted: boolean;
}

export async function postponeMessage(
  db: Db,
  { id, claims }: DueMessage,
  { status, dueAt, error, isCounted }: Postponement,
): Promise<void> {
  await db.rows(postponeStatement, [id, claims, status, dueAt.toISOString(), error, isCounted ? 0 : 1]);
}

const abandonStatement = statement(
  'message_unknown',
  `update message_delivery d set status = 'unknown', due_at = null, last_error = $3 where ${isMine}`,
);

/** It may have been sent, so it is not sent again. */
export async function abandonMessage(db: Db, { id, claims }: DueMessage, error: string): Promise<void> {
  await db.rows(abandonStatement, [id, claims, error]);
}

// The next channel, or the end: a dead letter. A mail is queued in the same statement, so it is neither lost nor sent twice.
const nextChannel = (which: string) => `
   with moved as (
     update message_delivery d
        set history = d.history || jsonb_build_object('channel', d.channel, 'at', $3::text, 'error', $4::text, 'providerId', d.provider_id),
            status = case when d.step >= cardinality(d.channels) then 'failed'
                          when d.channels[d.step + 1] <> 'mail' then 'waiting'
                          when u.email is not null and u.active then 'queued' else 'failed' end,
            channel = coalesce(d.channels[d.step + 1], d.channel), step = least(d.step + 1, cardinality(d.channels)), tries = 0,
            provider_id = null, provider_rank = 0, parts = null, cost = null, cost_day = null, last_error = $4::text,
            due_at = case when d.step < cardinality(d.channels) and d.channels[d.step + 1] <> 'mail' then $3::timestamptz end
       from app_user u
      where u.id = d.recipient_id and ${which}
     returning d.id, d.status, u.email, d.subject, d.mail_text, d.bill_id, d.language, d.created_at, d.calendar
   ), mail as (
     insert into outgoing_mail (to_address, subject, text, created_at, not_before, bill_id, bill_language, message_id, calendar)
     select email, subject, mail_text, created_at, $3::timestamptz, bill_id, case when bill_id is not null then language end, id, calendar
       from moved where status = 'queued'
   )
   select status from moved`;

const advanceStatement = statement('advance_message', nextChannel(isMine));

/** Goes on with the next channel, or ends as a dead letter. */
export async function advanceMessage(db: Db, { id, claims }: DueMessage, now: Date, error: string): Promise<void> {
  await db.rows(advanceStatement, [id, claims, now.toISOString(), error]);
}

/** A status that a provider has reported. */
export interface StatusReport {
  providerId: string;
  rank: number;
  result: 'sent' | 'delivered' | 'failed';
  error: string | null;
}

/** The message and the attempt that a report names; null: it is found by the provider's id. */
export interface ReportedAttempt {
  messageId: string;
  /** Null: the provider does not name it. The report counts while the message is on SMS. */
  attempt: number | null;
}

// A report may come before the answer to the request, or instead of it. One with a lower or the same rank is old or repeated.
const reported = `d.provider_rank < $2 and d.status in ('sending', 'sent')
  and (d.provider_id = $1 or d.id = $3::bigint and (d.provider_id is null and d.attempts = $4::integer or $4::integer is null and d.channel = 'sms'))`;

const reportStatement = statement(
  'message_reported',
  `update message_delivery d
      set provider_id = coalesce(d.provider_id, $1), provider_rank = $2, status = $5, due_at = null
    where ${reported} returning d.id`,
);

const findReportedStatement = statement('find_reported_message', `select d.id from message_delivery d where ${reported} for update`);

const advanceReportedStatement = statement('advance_reported_message', nextChannel('d.id = $1 and d.claims >= $2'));

/** Stores a report. One of a failure moves the message to its next channel. Returns whether it changed anything. */
export async function applyReport(
  tx: Tx,
  { providerId, rank, result, error }: StatusReport,
  attempt: ReportedAttempt | null,
  now: Date,
): Promise<boolean> {
  const named = [attempt?.messageId ?? null, attempt?.attempt ?? null];
  if (result !== 'failed') return (await tx.rows(reportStatement, [providerId, rank, ...named, result])).length > 0;
  const [found] = await tx.rows(findReportedStatement, [providerId, rank, ...named]);
  if (found === undefined) return false;
  await tx.rows(advanceReportedStatement, [String(found[0]), 0, now.toISOString(), error ?? 'The provider could not deliver it.']);
  return true;
}

const deleteOldStatement = statement(
  'delete_old_messages',
  `delete from message_delivery where id = any(array(
     select id from message_delivery where created_at < $1::timestamptz - interval '90 days' order by created_at limit $2))
   returning 1`,
);

export function deleteOldMessages(db: Db, now: Date): Promise<void> {
  return inBatches(async (limit) => (await db.rows(deleteOldStatement, [now.toISOString(), limit])).length);
}

const clampStatement = statement(
  'clamp_message_due_times',
  `update message_delivery set due_at = $1::timestamptz
    where status in ('waiting', 'sending') and channel = any($2) and due_at > $1::timestamptz + interval '1 day'`,
);

/** After the clock was set back: no message waits for more than a day. */
export async function clampMessageDueTimes(db: Db, now: Date): Promise<void> {
  await db.rows(clampStatement, [now.toISOString(), ['push', 'zalo', 'sms']]);
}
