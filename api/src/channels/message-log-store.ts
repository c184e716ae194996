import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { Channel, MessageStatus } from './channel.ts';

export const messageSortColumns: Record<string, string> = { id: 'd.id' };

export interface MessageFilter {
  status?: MessageStatus | undefined;
  channel?: Channel | undefined;
}

// Table tally holds materialised counters.
const countStatement = statement(
  'count_messages',
  `select coalesce(sum(size), 0) from tally
    where list = 'messages' and owner_id = 0 and ($1::text is null or status = $1) and ($2::text is null or method = $2)`,
);

export async function countMessages(db: Db, { status, channel }: MessageFilter): Promise<number> {
  return Number((await db.rows(countStatement, [status ?? null, channel ?? null]))[0]?.[0]);
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `d.id, d.type, d.recipient_id, u.full_name, d.order_id, d.subject, d.urgent, array_to_string(d.channels, ','), d.channel, d.status,
  d.attempts, d.provider_id, d.parts, trim_scale(d.cost), d.last_error, d.history, ${time('d.created_at')}, ${time('d.last_attempt_at')}, ${time('d.due_at')}`;

export function listMessages(db: Db, { status, channel }: MessageFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, messageSortColumns, 'd.id desc', 'd.id');
  const filters = [
    ...(status === undefined ? [] : [`d.status = '${status}'`]),
    ...(channel === undefined ? [] : [`d.channel = '${channel}'`]),
  ];
  const where = filters.length === 0 ? '' : `where ${filters.join(' and ')}`;
  const build = (limits: string) =>
    `select ${columns} from (select * from message_delivery d ${where} order by ${order} ${limits}) d
       left join app_user u on u.id = d.recipient_id order by ${order}`;
  return db.rows(pageStatement(`messages ${status ?? ''} ${channel ?? ''}`, sort, limit, offset, build));
}

// An admin who sends a message again takes it out of the budget of its sender.
// A message that only a mail could carry is queued as a mail again by its last attempt; it has no text here.
const replayStatement = statement(
  'replay_messages',
  `update message_delivery d
      set status = 'waiting', step = 1, channel = d.channels[1], tries = 0, due_at = $2::timestamptz, provider_id = null, provider_rank = 0,
          parts = null, cost = null, cost_day = null, sender_id = null,
          history = d.history || jsonb_build_object('channel', d.channel, 'at', $4::text, 'error', d.last_error, 'providerId', d.provider_id)
    where d.id = any(array(
            select id from message_delivery
             where (id = $1::bigint and status in ('failed', 'unknown') or $1::bigint is null and status = 'failed')
               and channels[1] <> 'mail' and recipient_id is not null
             order by id limit $3 for update skip locked))
   returning d.id`,
);

const replayMailStatement = statement(
  'replay_mail_messages',
  `with mail as (
     update outgoing_mail m set not_before = $2::timestamptz, attempts = 0, last_error = null
      where m.sent_at is null and m.not_before = 'infinity' and m.message_id = any(array(
              select id from message_delivery
               where status = 'failed' and channel = 'mail' and (id = $1::bigint or $1::bigint is null) order by id limit $3))
     returning m.message_id
   )
   update message_delivery d set status = 'queued', last_error = null from mail where d.id = mail.message_id returning d.id`,
);

// Mails that were kept because there was no mail server: they have their text until they are deleted. Uses the index outgoing_mail_not_sent.
const replayUnsentStatement = statement(
  'replay_unsent_mails',
  `with mail as (
     update outgoing_mail m set not_before = $2::timestamptz, attempts = 0, sent_at = null
      where m.sent_at is not null and m.text <> '' and m.message_id = any(array(
              select d.id from message_delivery d
                join outgoing_mail o on o.message_id = d.id and o.sent_at is not null and o.text <> ''
               where d.status = 'not_sent' and (d.id = $1::bigint or $1::bigint is null) order by d.id limit $3))
     returning m.message_id
   )
   update message_delivery d set status = 'queued' from mail where d.id = mail.message_id returning d.id`,
);

/** Sends one mail again that was not sent because there was no mail server, or all if the id is null. Returns their ids. */
export async function replayUnsentMails(tx: Tx, id: string | null, now: Date, limit: number): Promise<string[]> {
  return (await tx.rows(replayUnsentStatement, [id, now.toISOString(), limit])).map((row) => String(row[0]));
}

/** Sends a dead letter again, or all failed ones if the id is null: from their first channel. Returns their ids. */
export async function replayMessages(tx: Tx, id: string | null, now: Date, limit: number): Promise<string[]> {
  const values = [id, now.toISOString(), limit];
  const mails = await tx.rows(replayMailStatement, values);
  const others = await tx.rows(replayStatement, [...values, now.toISOString()]);
  return [...mails, ...others].map((row) => String(row[0]));
}
