import { amountErrors } from '../catalog/amount-rules.ts';
import { invalid } from '../errors.ts';
import { actOnOrder, allowAny, type CommandContext, isOwn } from '../orders/act-on-order.ts';
import { resolveObjection, withdrawObjection } from '../orders/order-rules.ts';
import { adjustPrice } from '../payments/adjustment-store.ts';
import type { Row } from '../platform/postgres/database.ts';

export interface ObjectionAnswer {
  text: string;
  /** A credit lowers the price, a surcharge raises it. */
  priceChange?: { kind: 'credit' | 'surcharge'; amount: number } | undefined;
}

/**
 * Resolves the open objection. The farmer is notified; before the completion, the objection period begins again. An overpayment is refunded
 * afterwards, outside this transaction.
 */
export function settleObjection(command: CommandContext, orderId: string, { text, priceChange }: ObjectionAnswer): Promise<Row> {
  return actOnOrder(command, orderId, allowAny, async ({ tx, order, actor, now, company }) => {
    const change = resolveObjection(order, actor.role);
    if (priceChange !== undefined) {
      const { kind, amount } = priceChange;
      const path = 'priceChange.amount';
      const errors = amountErrors(path, amount, company.currencyDigits);
      if (errors.length > 0) throw invalid(...errors);
      if (kind === 'credit' && amount > Number(order.total))
        throw invalid({ path, message: `must be at most the price of the order (${order.total})` });
      const signed = kind === 'credit' ? `-${amount}` : String(amount);
      await adjustPrice(tx, order, { amount: signed, actorId: actor.id, cause: 'objection', reason: text }, now);
    }
    return { change, reason: text };
  });
}

/** The farmer takes back an objection to completed work. */
export function withdrawFromObjection(command: CommandContext, orderId: string): Promise<Row> {
  return actOnOrder(command, orderId, isOwn, ({ order }) => ({ change: withdrawObjection(order) }));
}
