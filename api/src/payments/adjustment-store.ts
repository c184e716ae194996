import type { LockedOrder } from '../orders/order-change-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { paymentStatusOf } from './payment-rules.ts';
import { readLedger } from './payment-store.ts';

// The ledger entry and the price in one statement, so that they always agree.
const adjustStatement = statement(
  'adjust_price',
  `with changed as (
     update spray_order set adjustment = adjustment + $2::numeric where id = $1
   )
   insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause, note)
   select $1, case when $2::numeric < 0 then 'credit' else 'surcharge' end, abs($2::numeric), k.currency, $3, $4, $5, 'area_sprayed', $6
     from company k`,
);

const statusStatement = statement(
  'set_adjusted_status',
  'update spray_order set payment_status = $2 where id = $1 and payment_status <> $2',
);

/**
 * Changes the price of a locked order by an amount, negative for a reduction, and updates the payment status. The caller writes the history
 * and the event.
 */
export async function adjustPrice(
  tx: Tx,
  { id, paymentMethod }: LockedOrder,
  { amount, actorId, reason }: { amount: string; actorId: string; reason: string | null },
  now: Date,
): Promise<void> {
  await tx.rows(adjustStatement, [id, amount, paymentMethod, actorId, now.toISOString(), reason]);
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
