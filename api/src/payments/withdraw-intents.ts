import type { Actor } from '../orders/order.ts';
import { withdrawIntent } from './change-payment-method.ts';
import { listIntents } from './intent-store.ts';
import { canStillBePaid, type PaymentDeps } from './settle-intent.ts';

/**
 * Cancels the open intents of an order at the provider, because its cost changes. An intent that was paid meanwhile is recorded as paid.
 * Must not run inside a transaction.
 */
export async function withdrawOpenIntents(deps: PaymentDeps, actor: Actor, orderId: string, now: Date): Promise<void> {
  const intents = await listIntents(deps.database.write, orderId);
  for (const intent of intents.filter(canStillBePaid)) await withdrawIntent(deps, actor, intent, now);
}
