import { orderSnapshot } from '../orders/event-store.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const refundedOf = `(select coalesce(sum(p.amount), 0) from payment p where p.order_id = o.id and p.kind = 'refund' and p.provider_reference = i.id)`;

/** Paid card intents of the order o that are not refunded in full. Needs the aliases o and i. */
export const isRefundableIntent = `i.order_id = o.id and i.status = 'succeeded' and i.amount > ${refundedOf}`;

/** What no card takes back of the amount that the farmer is to get back. Needs the alias o. */
export const amountByHand = 'amount_to_return_by_hand(o.id, o.overpaid)';

const byHandStatement = statement('amount_to_return_by_hand', `select ${amountByHand} from spray_order o where o.id = $1`);

/** What the office returns in cash or by bank transfer. Call it after locking the order. */
export async function readAmountByHand(tx: Tx, orderId: string): Promise<string> {
  return String((await tx.rows(byHandStatement, [orderId]))[0]?.[0]);
}

export interface CardRefund {
  /** What is to be refunded to the card now; 0: nothing. */
  amount: string;
  /** It is all that is left of the intent. */
  isRest: boolean;
  /** How many refunds of the intent the ledger has. */
  recorded: number;
}

const cardRefundStatement = statement(
  'card_refund',
  `select greatest(least(o.overpaid, i.amount - ${refundedOf}), 0), o.overpaid >= i.amount - ${refundedOf},
          (select count(*) from payment p where p.order_id = o.id and p.kind = 'refund' and p.provider_reference = i.id)
     from payment_intent i join spray_order o on o.id = i.order_id where i.id = $1`,
);

export async function readCardRefund(db: Db, intentId: string): Promise<CardRefund> {
  const [amount, isRest, recorded] = (await db.rows(cardRefundStatement, [intentId]))[0] ?? [];
  return { amount: String(amount), isRest: isRest === 't', recorded: Number(recorded) };
}

export type ReturnEvent = 'overpayment_returned' | 'refunded' | 'cash_returned';

// The message shows the amount returned instead of the price.
const returnedStatement = statement(
  'insert_amount_returned',
  `insert into outbox_event (at, type, order_id, note, snapshot)
   select $1::timestamptz, $5::text, o.id, $4::text, ${orderSnapshot('o')} || jsonb_build_object('cost', $3::text)
     from spray_order o where o.id = $2`,
);

export async function insertAmountReturned(
  tx: Tx,
  { orderId, type, amount, method }: { orderId: string; type: ReturnEvent; amount: string; method: 'cash' | 'transfer' | 'card' },
  now: Date,
): Promise<void> {
  await tx.rows(returnedStatement, [now.toISOString(), orderId, amount, method, type]);
}
