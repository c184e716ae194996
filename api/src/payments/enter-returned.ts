import { type LockedOrder, lockOrder } from '../orders/order-change-store.ts';
import { enterRefund } from './enter-refund.ts';
import { findIntent, insertMoneyEvent, noteIntent, type StoredIntent } from './intent-store.ts';
import { returnOf } from './payment-rules.ts';
import { isRefunded } from './payment-store.ts';
import { askProvider } from './provider.ts';
import type { PaymentDeps } from './settle-intent.ts';

/**
 * Someone may have given money back at the provider, past us. All of it is a refund like any other; a part of it, or a refund of
 * ours that did not go through, is for the office to sort out.
 */
export async function enterReturned({ database, provider, log }: PaymentDeps, intentId: string, now: Date): Promise<void> {
  const returned = await askProvider(async () => provider?.returnedAmount?.(intentId));
  if (returned === undefined) return;
  const misfit = await database.transaction(async (tx) => {
    const { orderId } = (await findIntent(tx, intentId)) as StoredIntent;
    const order = (await lockOrder(tx, orderId)) as LockedOrder;
    const noted = (await findIntent(tx, intentId)) as StoredIntent;
    const due = returnOf(noted, returned, await isRefunded(tx, intentId, orderId));
    if (due === 'refund') await enterRefund(tx, order, noted, 'webhook', now);
    else if (due === 'tell') {
      await noteIntent(tx, intentId, { ...noted, mismatch: true }, now);
      await insertMoneyEvent(tx, orderId, 'payment_mismatch', now);
      return orderId;
    }
    return undefined;
  });
  if (misfit !== undefined) log.error({ orderId: misfit, intent: intentId }, 'Money went back that does not fit; the office is told.');
}
