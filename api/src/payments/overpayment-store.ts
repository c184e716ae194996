import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** Paid card intents of the order o from which an overpayment can still be refunded: each is refunded once. Needs the aliases o and i. */
export const isRefundableIntent = `i.order_id = o.id and i.status = 'succeeded' and i.amount >= o.overpaid
  and not exists (select from payment p where p.order_id = o.id and p.kind = 'refund' and p.provider_reference = i.id)`;

const refundableStatement = statement(
  'has_refundable_intent',
  `select 1 from spray_order o join payment_intent i on ${isRefundableIntent} where o.id = $1 limit 1`,
);

/** Whether an overpayment is refunded to a card automatically. */
export async function hasRefundableIntent(db: Db, orderId: string): Promise<boolean> {
  return (await db.rows(refundableStatement, [orderId])).length > 0;
}

// The message shows the refunded amount instead of the price.
const returnedStatement = statement(
  'insert_overpayment_returned',
  `insert into outbox_event (at, type, order_id, note, snapshot)
   select $1::timestamptz, 'overpayment_returned', o.id, $4::text, ${orderSnapshot('o')} || jsonb_build_object('cost', $3::text)
     from spray_order o where o.id = $2`,
);

export async function insertOverpaymentReturned(
  tx: Tx,
  orderId: string,
  amount: string,
  method: 'cash' | 'transfer' | 'card',
  now: Date,
): Promise<void> {
  await tx.rows(returnedStatement, [now.toISOString(), orderId, amount, method]);
}

const overpaidStatement = statement('overpaid_amount', 'select overpaid from spray_order where id = $1');

export async function readOverpaid(db: Db, orderId: string): Promise<string> {
  return String((await db.rows(overpaidStatement, [orderId]))[0]?.[0]);
}
