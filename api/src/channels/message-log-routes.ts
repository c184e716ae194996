import { Type } from 'typebox';
import { insertAudit } from '../accounts/audit-store.ts';
import { AppError, noMailServer } from '../errors.ts';
import { Paged, pageExample, readPage } from '../platform/http/paging.ts';
import { type Route, route } from '../platform/http/route.ts';
import { DoneSchema, Exact, Id, Int32, NullableText, named, OneOf, Timestamp } from '../platform/http/schemas.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { channels, messageStatuses } from './channel.ts';
import { countMessages, listMessages, messageSortColumns, replayMessages, replayUnsentMails } from './message-log-store.ts';

const NullableId = (description: string) =>
  Type.Unsafe<string | null>({ type: ['integer', 'null'], format: 'int64', minimum: 1, description });
const NullableTime = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });

const MessageSchema = named(
  'SentMessage',
  Exact({
    id: Id(),
    type: Type.String({ description: 'What it is about: the type of the event, or `sign_in_code`.' }),
    recipientId: NullableId('Null: a sign-in code.'),
    recipient: NullableText({ description: 'Name of the recipient.' }),
    orderId: NullableId('The order, if it is about one.'),
    subject: Type.String(),
    urgent: Type.Boolean({ description: 'Also sent in the quiet hours.' }),
    channels: Type.Array(OneOf(channels), { description: 'The channels of the recipient, in order.' }),
    channel: OneOf(channels, { description: 'The channel that it is on, or was on last.' }),
    status: OneOf(messageStatuses, {
      description:
        'waiting: not sent yet. sending: handed to the provider, without an answer yet. queued: in the queue of mails. sent: accepted by the provider. not_sent: there is no mail server, so the mail is only a file on the service; it can be sent again for 30 days. delivered: on the device. failed: no channel worked. unknown: perhaps sent; not repeated, because the person could get it twice.',
    }),
    attempts: Int32({ minimum: 0 }),
    providerId: NullableText({ description: "The provider's id of the message." }),
    parts: Type.Unsafe<number | null>({ type: ['integer', 'null'], format: 'int32', description: 'Parts of an SMS.' }),
    cost: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'In the currency of the company; null: none.' }),
    lastError: NullableText({ description: 'Why the last attempt failed.' }),
    history: Type.Array(
      Exact({
        channel: OneOf(channels),
        at: Timestamp(),
        error: NullableText(),
        providerId: NullableText(),
      }),
      { description: 'Channels that did not work.' },
    ),
    timestamp: Timestamp({ description: 'When it was written.' }),
    lastAttemptAt: NullableTime('When the last attempt began.'),
    dueAt: NullableTime('When the next attempt is due.'),
  }),
);

const example = {
  id: 91,
  type: 'assigned',
  recipientId: 7,
  recipient: 'Nguyễn Văn Bảy',
  orderId: 12,
  subject: 'Your crew',
  urgent: false,
  channels: ['push', 'sms', 'mail'],
  channel: 'sms',
  status: 'delivered',
  attempts: 2,
  providerId: 'SM6d0a2b9ce4f1480a9b7c3d216d0a2b9c',
  parts: 2,
  cost: 1600,
  lastError: null,
  history: [{ channel: 'push', at: '2026-11-15T02:30:00.000Z', error: 'No device is left.', providerId: null }],
  timestamp: '2026-11-15T02:30:00.000Z',
  lastAttemptAt: '2026-11-15T02:30:05.000Z',
  dueAt: null,
};

const text = JSON.stringify;
const writeMessage = (row: Row): string => {
  const [id, type, recipientId, recipient, orderId, subject, urgent, list, channel, status, attempts, providerId, ...more] = row;
  const [parts, cost, lastError, history, timestamp, lastAttemptAt, dueAt] = more;
  return `{"id":${id},"type":${text(type)},"recipientId":${recipientId},"recipient":${text(recipient)},"orderId":${orderId},"subject":${text(subject)},"urgent":${urgent === 't'},"channels":${text(String(list).split(','))},"channel":${text(channel)},"status":${text(status)},"attempts":${attempts},"providerId":${text(providerId)},"parts":${parts},"cost":${cost},"lastError":${text(lastError)},"history":${history},"timestamp":${text(timestamp)},"lastAttemptAt":${text(lastAttemptAt)},"dueAt":${text(dueAt)}}`;
};

const maxReplayed = 1000;
const replayedStatuses = ['failed', 'not_sent'] as const;
type ReplayedStatus = (typeof replayedStatuses)[number];

export interface MessageLogDeps {
  database: Database;
  clock: Clock;
  hasMailServer: boolean;
  wake: () => void;
}

/** The log of messages, with the dead letters and their replay. */
export function messageLogRoutes({ database, clock, hasMailServer, wake }: MessageLogDeps): Route[] {
  const common = { access: 'admin', tag: 'admin' } as const;
  const replay = async (id: string | null, statuses: readonly ReplayedStatus[], actorId: string): Promise<number> => {
    const now = clock();
    const ids = await database.transaction(async (tx) => {
      const failed = statuses.includes('failed') ? await replayMessages(tx, id, now, maxReplayed) : [];
      const unsent = statuses.includes('not_sent') ? await replayUnsentMails(tx, id, now, maxReplayed) : [];
      if (unsent.length > 0 && !hasMailServer) throw noMailServer('Set SWATH_SMTP_URL first.');
      const replayed = [...failed, ...unsent];
      for (const subjectId of replayed)
        await insertAudit(tx, { actorId, action: 'message_replay', subjectType: 'message', subjectId }, now);
      return replayed;
    });
    wake();
    return ids.length;
  };
  return [
    route({
      ...common,
      method: 'GET',
      path: '/api/admin/message/',
      operationId: 'listMessages',
      summary: 'Messages that were sent, by channel and status',
      description:
        'One entry per message and person: where it went, how often it was tried, what it cost. Those that are failed or unknown are dead letters. Kept for 90 days. Default sort: newest first.',
      query: Type.Object({
        status: Type.Optional(OneOf(messageStatuses, { description: 'Only with this status.', example: 'failed' })),
        channel: Type.Optional(OneOf(channels, { description: 'Only on this channel.', example: 'sms' })),
      }),
      paging: { sortable: Object.keys(messageSortColumns) },
      response: Paged('SentMessagePage', MessageSchema),
      example: { content: [example], page: pageExample },
      handle: ({ query, pageable }) =>
        readPage(
          pageable,
          () => countMessages(database.read, query),
          async (limit, offset) => (await listMessages(database.read, query, pageable.sort, limit, offset)).map(writeMessage),
        ),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/message/{id}/replay',
      operationId: 'replayMessage',
      summary: 'Send a message again that failed',
      description:
        'From its first channel. If the status was `unknown`, the person may get it twice. If it was `not_sent`, the mail is sent now: a mail server must be set up.',
      params: Type.Object({ id: Type.Unsafe<string>({ ...Id(), example: 91 }) }),
      response: DoneSchema,
      example: { done: true },
      problems: ['NOT_FOUND', 'NO_MAIL_SERVER'],
      async handle({ params, user }) {
        if ((await replay(params.id, replayedStatuses, user.id)) === 0)
          throw new AppError(
            'NOT_FOUND',
            'There is no such failed message. Perhaps it has been sent again, or its text was deleted after 30 days.',
          );
        return { done: true };
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/api/admin/message/replay',
      operationId: 'replayMessages',
      summary: 'Send all failed messages again',
      query: Type.Object({
        status: Type.Optional(
          OneOf(replayedStatuses, {
            description: 'not_sent: the mails that were not sent because no mail server was set up. Default: failed.',
            example: 'not_sent',
          }),
        ),
      }),
      problems: ['NO_MAIL_SERVER'],
      description: `At most ${maxReplayed} at a time, oldest first. Messages whose outcome is unknown are not sent again by this.`,
      response: named('MessagesReplayed', Exact({ replayed: Int32({ minimum: 0 }) })),
      example: { replayed: 3 },
      handle: async ({ query: { status = 'failed' }, user }) => ({ replayed: await replay(null, [status], user.id) }),
    }),
  ];
}
