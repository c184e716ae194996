import { AppError } from '../errors.ts';
import type { OrderStatus } from '../orders/order.ts';
import { refusalWithReason } from '../orders/order-rules.ts';

/** Days after the date of a closed order in which messages can be added. */
export const writableDays = 30;

/** Throws if the order has been closed for so long that its thread is read-only. `lastDate`: its day plus `writableDays`. */
export function checkWritable(status: OrderStatus, lastDate: string, today: string): void {
  const isClosed = status === 'completed' || status === 'cancelled';
  if (isClosed && today > lastDate) {
    const reason = `Messages can be written up to ${writableDays} days after the spray. Please call the office.`;
    throw new AppError('THREAD_CLOSED', refusalWithReason({ status }, reason));
  }
}
