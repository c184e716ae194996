import type { AvailableChannels, MessageValues } from '../channels/channel.ts';
import { channelsFor } from '../channels/channel-rules.ts';
import { readChannelSetting } from '../channels/channel-setting-store.ts';
import { insertMessages, type NewMessage } from '../channels/message-store.ts';
import type { MessageType } from '../channels/message-types.ts';
import { quietUntil } from '../channels/quiet-hours.ts';
import { readZaloTemplateKeys } from '../channels/zalo-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { type AttachedBill, insertMails } from './mail-store.ts';
import type { Person } from './notification-store.ts';

/** What messages need besides the database. */
export interface MessageContext {
  /** Channels besides mail. */
  available: AvailableChannels;
  /** Base address of links. */
  publicUrl: string;
}

export const onlyMail: MessageContext = { available: { push: false, zalo: false, sms: false }, publicUrl: '' };

/** A message to one person. */
export interface MessageDraft {
  recipient: Person;
  /** What it is about: a second message with this key is not sent. */
  key: string;
  type: MessageType;
  /** Whose budget of the day the message is part of; undefined or null: only that of the company. */
  senderId?: string | null;
  orderId: string | null;
  /** Also sent in the quiet hours. */
  isUrgent: boolean;
  /** After this time it is of no use, so it does not wait for the end of quiet hours that come later. */
  deadline?: Date | undefined;
  at: string;
  subject: string;
  /** For channels other than mail: short. */
  text: string;
  mail: string;
  bill?: AttachedBill | undefined;
  /** An invitation or cancellation for the recipient's calendar. */
  calendar?: string | undefined;
  /** The recipient caused the event. */
  isOwnAct?: boolean;
  /** For the fields of a template. `link`: where the app shows more. */
  values: MessageValues;
}

/**
 * Queues each message for the first channel of its recipient. A mail goes directly to the queue of mails. Returns the number of messages:
 * people without any channel get none.
 */
export async function sendMessages(
  tx: Tx,
  drafts: readonly MessageDraft[],
  { available }: Pick<MessageContext, 'available'>,
  company: { name: string; timeZone: string },
  now: Date,
): Promise<number> {
  if (drafts.length === 0) return 0;
  const setting = await readChannelSetting(tx);
  const quietEnd = quietUntil(now, company.timeZone, setting);
  const templates = available.zalo ? await readZaloTemplateKeys(tx) : new Set<string>();
  const queued = drafts.flatMap((draft) => {
    const {
      recipient,
      key,
      orderId,
      type,
      at,
      subject,
      text,
      mail,
      bill,
      calendar,
      isOwnAct = false,
      values,
      deadline,
      senderId = null,
    } = draft;
    const channels = channelsFor(
      {
        ...recipient,
        preferred: recipient.preferred ?? setting.channels,
        hasMail: recipient.mailTo !== null,
        hasZaloTemplate: templates.has(`${type} ${recipient.language}`),
      },
      available,
      { isOwnAct, hasAttachment: bill !== undefined },
    );
    if (channels.length === 0) return [];
    const isTooLate = deadline !== undefined && quietEnd !== undefined && deadline <= quietEnd;
    const urgent = draft.isUrgent || isTooLate;
    const stored: NewMessage = {
      key,
      recipientId: recipient.id,
      senderId,
      orderId,
      type,
      urgent,
      language: recipient.language,
      subject,
      text,
      mailText: mail,
      billId: bill?.id ?? null,
      data: { ...values, name: recipient.name, subject, text, company: company.name },
      calendar,
      channels,
      at,
      dueAt: urgent ? now : (quietEnd ?? now),
    };
    return [{ stored, draft }];
  });
  const ids = await insertMessages(
    tx,
    queued.map(({ stored }) => stored),
  );
  await insertMails(
    tx,
    queued.flatMap(({ stored: { key, channels }, draft: { recipient, subject, mail, at, bill, calendar } }) => {
      const messageId = ids.get(key);
      if (channels[0] !== 'mail' || recipient.mailTo === null || messageId === undefined) return [];
      return [{ to: recipient.mailTo, subject, text: mail, at, bill, calendar, messageId }];
    }),
  );
  return ids.size;
}
