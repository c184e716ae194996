import type { DueMessage } from './channel.ts';

/** Where the app shows more about a message. Messages about orders have no link of their own. */
export const messageLink = (publicUrl: string, { orderId, data: { link } }: Pick<DueMessage, 'orderId' | 'data'>): string =>
  link ?? (orderId === null ? `${publicUrl}/notifications` : `${publicUrl}/orders/${orderId}`);
