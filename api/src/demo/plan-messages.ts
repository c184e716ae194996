import type { Channel, MessageStatus } from '../channels/channel.ts';
import type { MessageType } from '../channels/message-types.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import type { DemoName } from './demo-people.ts';
import { type DemoMessage, insertDemoMessages } from './demo-store.ts';

interface PlannedMessage {
  to: DemoName;
  type: MessageType;
  en: string;
  vi: string;
  channel: Channel;
  status: MessageStatus;
  hoursAgo: number;
  /** Only of an SMS. */
  parts?: number;
  error?: string;
  /** The channel before, which did not work. */
  before?: { channel: Channel; error: string };
}

const planned: readonly PlannedMessage[] = [
  {
    to: 'farmer',
    type: 'confirmed',
    en: 'Your booking is confirmed',
    vi: 'Đã xác nhận đơn phun',
    channel: 'push',
    status: 'sent',
    hoursAgo: 30,
  },
  { to: 'farmer', type: 'assigned', en: 'Your crew', vi: 'Đội phun của bà con', channel: 'zalo', status: 'delivered', hoursAgo: 28 },
  {
    ...{ to: 'farmer', type: 'rescheduled', en: 'Your spray has moved', vi: 'Đơn phun đổi giờ', channel: 'sms', status: 'delivered' },
    ...{ hoursAgo: 26, parts: 2, before: { channel: 'zalo', error: 'error -118: no Zalo account' } },
  },
  {
    to: 'farmer',
    type: 'waiting_offer',
    en: 'A place is free',
    vi: 'Có chỗ trống',
    channel: 'sms',
    status: 'sent',
    hoursAgo: 22,
    parts: 2,
  },
  { to: 'farmer', type: 'invoice', en: 'Invoice for your spray', vi: 'Hóa đơn lần phun', channel: 'mail', status: 'sent', hoursAgo: 20 },
  {
    ...{ to: 'farmer', type: 'finished', en: 'Your field is sprayed', vi: 'Đã phun xong', channel: 'sms', status: 'unknown', hoursAgo: 8 },
    ...{ parts: 1, error: 'no answer in time' },
  },
  { to: 'sprayer', type: 'crew_jobs', en: '2 jobs tomorrow', vi: '2 việc ngày mai', channel: 'push', status: 'sent', hoursAgo: 16 },
  {
    to: 'sprayer',
    type: 'leave_decision',
    en: 'Your leave is approved',
    vi: 'Đã duyệt nghỉ',
    channel: 'zalo',
    status: 'delivered',
    hoursAgo: 40,
  },
  {
    ...{ to: 'sprayer', type: 'expiry_reminder', en: 'A licence expires', vi: 'Chứng chỉ sắp hết hạn', channel: 'mail', status: 'sent' },
    ...{ hoursAgo: 50, before: { channel: 'sms', error: 'The number has answered STOP.' } },
  },
];

const smsPrice = 800;
const zaloPrice = 300;

/** Some messages of each kind and channel, so that the log shows them. None of them is sent. */
export async function planMessages(tx: Tx, people: ReadonlyMap<DemoName, Actor>, now: Date): Promise<void> {
  const messages = planned.flatMap((message, index): DemoMessage[] => {
    const recipient = people.get(message.to);
    if (recipient === undefined) return [];
    const { type, en, vi, channel, status, hoursAgo, parts, error, before } = message;
    const at = new Date(now.getTime() - hoursAgo * 3_600_000);
    const channels = before === undefined ? [channel] : [before.channel, channel];
    const history = before === undefined ? [] : [{ ...before, at: at.toISOString(), providerId: null }];
    const cost = parts !== undefined ? parts * smsPrice : channel === 'zalo' ? zaloPrice : null;
    return [{ key: `demo:${index}`, recipientId: recipient.id, type, en, vi, channels, status, parts, cost, error, history, at }];
  });
  await insertDemoMessages(tx, messages);
}
