import type { LockedOrder } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type LedgerCause, paymentStatusOf } from './payment-rules.ts';
import { readLedger } from './payment-store.ts';

// The ledger entry and the price in one statement, so that they always agree. Two reductions together never make the price negative.
const adjustStatement = statement(
  'adjust_price',
  `with change as materialized (
     select greatest($2::numeric, -(cost + adjustment)) as amount from spray_order where id = $1
   ), changed as (
     update spray_order set adjustment = adjustment + change.amount from change where id = $1 and change.amount <> 0
   )
   insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause, note)
   select $1, case when change.amount < 0 then 'credit' else 'surcharge' end, abs(change.amount), k.currency, $3, $4, $5, $7, $6
     from change, company k where change.amount <> 0`,
);

const statusStatement = statement(
  'set_adjusted_status',
  'update spray_order set payment_status = $2 where id = $1 and payment_status <> $2',
);

export interface PriceAdjustment {
  /** Negative: a reduction. */
  amount: string;
  actorId: string;
  cause: Extract<LedgerCause, 'area_sprayed' | 'objection'>;
  reason: string | null;
}

/**
 * Changes the price of a locked order by an amount, at most to nothing, and updates the payment status. The caller writes the history and
 * the event.
 */
export async function adjustPrice(
  tx: Tx,
  { id, paymentMethod }: LockedOrder,
  { amount, actorId, cause, reason }: PriceAdjustment,
  now: Date,
): Promise<void> {
  await tx.rows(adjustStatement, [id, amount, paymentMethod, actorId, now.toISOString(), reason, cause]);
  await tx.rows(statusStatement, [id, paymentStatusOf(await readLedger(tx, id))]);
}

const lateCashStatement = statement(
  'insert_late_cash',
  `insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause)
   select $1, 'cash', least($2::numeric, $3::numeric), $4, 'cash', $5, $6, 'crew' where least($2::numeric, $3::numeric) > 0 returning id`,
);

/** At most the price of the order; null: no cash was received. */
export async function insertLateCash(
  tx: Tx,
  { id, total }: LockedOrder,
  { received, currency, actorId }: { received: string; currency: string; actorId: string },
  now: Date,
): Promise<string | null> {
  return (await tx.rows(lateCashStatement, [id, received, total, currency, actorId, now.toISOString()]))[0]?.[0] ?? null;
}
