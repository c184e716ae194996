import type { Channel } from '../channels/channel.ts';
import type { MessageType } from '../channels/message-types.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import type { DemoName } from './demo-people.ts';
import { type DemoMessage, insertDemoMessages } from './demo-store.ts';

type PlannedMessage = [to: DemoName, type: MessageType, channel: Channel, hoursAgo: number, en: string, vi: string];

const planned: readonly PlannedMessage[] = [
  ['farmer', 'confirmed', 'push', 30, 'Your booking is confirmed', 'Đã xác nhận đơn phun'],
  ['farmer', 'assigned', 'zalo', 28, 'Your crew', 'Đội phun của bà con'],
  ['farmer', 'rescheduled', 'sms', 26, 'Your spray has moved', 'Đơn phun đổi giờ'],
  ['farmer', 'waiting_offer', 'sms', 22, 'A place is free', 'Có chỗ trống'],
  ['farmer', 'invoice', 'mail', 20, 'Invoice for your spray', 'Hóa đơn lần phun'],
  ['farmer', 'finished', 'sms', 8, 'Your field is sprayed', 'Đã phun xong'],
  ['sprayer', 'crew_jobs', 'push', 16, '2 jobs tomorrow', '2 việc ngày mai'],
  ['sprayer', 'leave_decision', 'zalo', 40, 'Your leave is approved', 'Đã duyệt nghỉ'],
  ['sprayer', 'expiry_reminder', 'mail', 50, 'A licence expires', 'Chứng chỉ sắp hết hạn'],
];

/** Some messages of each channel, so that the log shows them. None of them is sent, and the log says so. */
export async function planMessages(tx: Tx, people: ReadonlyMap<DemoName, Actor>, now: Date): Promise<void> {
  const messages = planned.flatMap(([to, type, channel, hoursAgo, en, vi], index): DemoMessage[] => {
    const recipient = people.get(to);
    if (recipient === undefined) return [];
    return [{ key: `demo:${index}`, recipientId: recipient.id, type, en, vi, channel, at: new Date(now.getTime() - hoursAgo * 3_600_000) }];
  });
  await insertDemoMessages(tx, messages);
}
