import { insertAudit } from '../accounts/audit-store.ts';
import { actOnOrder, type CommandContext, isOffice, orderNotFound } from '../orders/act-on-order.ts';
import type { Actor, PaymentMethod } from '../orders/order.ts';
import { setReceptionist } from '../orders/order-change-store.ts';
import type { Row } from '../platform/postgres/database.ts';
import { listIntents, type StoredIntent } from './intent-store.ts';
import { checkMethodChange, paymentInProgress } from './payment-method-rules.ts';
import { findPaymentState, savePaymentMethod } from './payment-method-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { readLedger } from './payment-store.ts';
import { callProvider, providerUnavailable } from './provider.ts';
import { canStillBePaid, isFromProvider, type PaymentDeps, settleIntent } from './settle-intent.ts';

export interface MethodChange {
  orderId: string;
  paymentMethod: PaymentMethod;
}

/**
 * Cancels the order's card payments at the provider, before the transaction of the change. One that has succeeded meanwhile is recorded,
 * and the order is paid; one that is being processed prevents the change. So an order never has two payment methods at once.
 */
export async function withdrawIntents(
  deps: PaymentDeps,
  actor: Actor,
  { orderId, paymentMethod }: MethodChange,
  expectedVersion: number | undefined,
  now: Date,
): Promise<void> {
  const { write } = deps.database;
  const order = await findPaymentState(write, orderId);
  if (order === undefined || !(isOffice(actor) || order.farmerId === actor.id)) throw orderNotFound();
  // An outdated request or one without effect is answered later, and must not cancel a payment.
  if (order.paymentMethod === paymentMethod || (expectedVersion !== undefined && expectedVersion !== order.version)) return;
  checkMethodChange({ ...order, isPaid: order.paymentStatus === 'paid' }, paymentMethod, deps.provider !== undefined);
  for (const intent of (await listIntents(write, orderId)).filter(canStillBePaid)) await withdrawIntent(deps, actor, intent, now);
  const latest = await findPaymentState(write, orderId);
  if (latest !== undefined)
    checkMethodChange({ ...latest, isPaid: latest.paymentStatus === 'paid' }, paymentMethod, deps.provider !== undefined);
}

/** Cancels an intent that is no longer needed. It does not count as a failed payment, unlike an expired one. */
export async function withdrawIntent(deps: PaymentDeps, actor: Actor, intent: StoredIntent, now: Date): Promise<void> {
  const { provider } = deps;
  const trigger = { actorId: actor.id, cause: 'verified', withdrawn: true } as const;
  if (!isFromProvider(provider, intent)) {
    // Its provider is no longer configured: a live intent may still be paid there, a test intent is simply ended.
    if (intent.live) throw providerUnavailable();
    await settleIntent(deps, intent, { ...intent, status: 'cancelled' }, trigger, now);
    return;
  }
  const latest = await callProvider(() => provider.cancelIntent(intent.id));
  if ((await settleIntent(deps, intent, latest, trigger, now)) === 'open') throw paymentInProgress();
}

/** Changes the payment method of an unpaid order. Idempotent. */
export function changePaymentMethod(context: CommandContext, { orderId, paymentMethod }: MethodChange, takesCards: boolean): Promise<Row> {
  return actOnOrder(
    context,
    orderId,
    ({ order, actor }) => isOffice(actor) || order.farmerId === actor.id,
    async ({ tx, order, actor, now }) => {
      if (order.paymentMethod === paymentMethod) return undefined;
      const isPaid = paymentStatusOf(await readLedger(tx, orderId)) === 'paid';
      checkMethodChange({ ...order, isPaid }, paymentMethod, takesCards);
      // Created after the others were cancelled: the payer may be entering a card.
      if ((await listIntents(tx, orderId)).some(canStillBePaid)) throw paymentInProgress();
      if (isOffice(actor)) await setReceptionist(tx, orderId, actor.id);
      await savePaymentMethod(tx, orderId, paymentMethod, actor.id, now);
      const changes = [{ field: 'paymentMethod', from: order.paymentMethod, to: paymentMethod }];
      await insertAudit(tx, { actorId: actor.id, action: 'order_payment_method', subjectType: 'order', subjectId: orderId, changes }, now);
      return undefined;
    },
  );
}
