import type { Company } from '../catalog/catalog-store.ts';
import type { LockedOrder } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { insertLateCash } from './adjustment-store.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { readLedger, savePaymentStatus } from './payment-store.ts';

export interface LateCash {
  order: LockedOrder;
  /** Amount that the sprayer counted, in the company's currency. */
  received: string;
  actorId: string;
  company: Pick<Company, 'currency'>;
  now: Date;
}

/**
 * Records cash that a sprayer received for an order that has another crew now. The sprayer has the cash, so it is recorded in every state
 * of the order, at most the price: the rest was returned as change. A double payment becomes an overpayment. Returns the id of the ledger
 * entry.
 */
export async function recordLateCash(tx: Tx, { order, received, actorId, company, now }: LateCash): Promise<string | null> {
  const id = await insertLateCash(tx, order, { received, currency: company.currency, actorId }, now);
  if (id !== null) await savePaymentStatus(tx, order.id, paymentStatusOf(await readLedger(tx, order.id)), actorId, now);
  return id;
}
