import { orderSnapshot } from '../orders/event-store.ts';
import type { PaymentMethod, PaymentStatus } from '../orders/order.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { LedgerCause, LedgerEntry, LedgerMethod } from './payment-rules.ts';

export interface PayableOrder {
  status: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  /** Amount due, after adjustments and earlier payments. */
  due: string;
  currency: string;
}

const payableStatement = statement(
  'payable_order',
  'select o.order_status, o.payment_method, o.payment_status, greatest(o.cost + o.adjustment - amount_paid(o.id), 0), k.currency from spray_order o, company k where o.id = $1 and o.farmer_id = $2',
);

export async function findPayableOrder(db: Db, orderId: string, farmerId: string): Promise<PayableOrder | undefined> {
  const [row] = await db.rows(payableStatement, [orderId, farmerId]);
  if (row === undefined) return undefined;
  const [status, paymentMethod, paymentStatus, due, currency] = row as string[];
  return { status, paymentMethod, paymentStatus, due, currency } as PayableOrder;
}

export interface NewLedgerEntry extends LedgerEntry {
  orderId: string;
  amount: string;
  currency: string;
  method: LedgerMethod;
  providerReference: string | null;
  actorId: string | null;
  cause: LedgerCause;
}

const insertEntryStatement = statement(
  'insert_payment',
  `insert into payment (order_id, kind, amount, currency, method, provider_reference, actor_id, at, cause, part)
   values ($1, $2, $3, $4, $5, $6::text, $7, $8, $9,
     case when $2 = 'refund' then (select count(*) from payment p where p.provider_reference = $6 and p.kind = 'refund') else 0 end)`,
);

export async function insertLedgerEntry(tx: Tx, entry: NewLedgerEntry, now: Date): Promise<void> {
  await tx.rows(insertEntryStatement, [
    entry.orderId,
    entry.kind,
    entry.amount,
    entry.currency,
    entry.method,
    entry.providerReference,
    entry.actorId,
    now.toISOString(),
    entry.cause,
  ]);
}

// Failed card payments from before the way of paying was changed do not count. A refund that leaves nothing paid covers only a price
// that was adjusted to nothing: an order for nothing is not paid after a refund.
const ledgerStatement = statement(
  'ledger_kinds',
  `select p.kind, p.paid >= p.price and (p.kind not in ('refund', 'correction') or p.paid > 0 or p.is_adjusted)
     from (select p.id, p.kind, sum(net_amount(p.kind, p.amount)) over (order by p.id) as paid, o.cost + o.adjustment as price,
                  o.adjustment <> 0 as is_adjusted, coalesce(o.dismissed_payment_id, 0) as dismissed_id
             from payment p join spray_order o on o.id = p.order_id where p.order_id = $1) p
    where p.kind <> 'failure' or p.id > p.dismissed_id order by p.id`,
);

export async function readLedger(db: Db, orderId: string): Promise<LedgerEntry[]> {
  return (await db.rows(ledgerStatement, [orderId])).map((row) => ({ kind: row[0] as LedgerEntry['kind'], covered: row[1] === 't' }));
}

const refundedStatement = statement(
  'refunded_amount',
  "select coalesce(sum(amount), 0) from payment where order_id = $1 and kind = 'refund' and provider_reference = $2",
);

/** Amount refunded of an intent, according to the ledger. */
export async function readRefundedAmount(db: Db, intentId: string, orderId: string): Promise<string> {
  return String((await db.rows(refundedStatement, [orderId, intentId]))[0]?.[0]);
}

export interface Balance {
  /** The price at booking. */
  cost: string;
  adjustment: string;
  /** Total price: cost + adjustment. */
  total: string;
  /** Amount paid, less refunds. */
  paid: string;
  due: string;
  overpaid: string;
}

const balanceStatement = statement(
  'balance_of_order',
  `select o.cost, o.adjustment, o.cost + o.adjustment, p.paid,
          case when o.order_status = 'cancelled' then 0 else greatest(o.cost + o.adjustment - p.paid, 0) end, o.overpaid
     from spray_order o cross join lateral (select amount_paid(o.id) as paid) p where o.id = $1`,
);

export async function readBalance(db: Db, orderId: string): Promise<Balance> {
  const [cost, adjustment, total, paid, due, overpaid] = (await db.rows(balanceStatement, [orderId]))[0] as string[];
  return { cost, adjustment, total, paid, due, overpaid } as Balance;
}

const setStatusStatement = statement(
  'set_payment_status',
  `with changed as (
     update spray_order set payment_status = $2, version = version + 1 where id = $1 and payment_status <> $2
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, version)
     select id, $3::timestamptz, $5::bigint, coalesce($4::text, $6::text), order_status, order_status, version from changed
   )
   insert into outbox_event (at, type, order_id, actor_id, snapshot)
   select $3::timestamptz, coalesce($4::text, 'changed'), id, $5::bigint, ${orderSnapshot('changed')} from changed`,
);

/** Saves the payment status; a change is written to the history and to the outbox. */
export async function savePaymentStatus(
  tx: Tx,
  orderId: string,
  status: PaymentStatus,
  actorId: string | null,
  now: Date,
  reversal: 'refunded' | 'payment_corrected' = 'refunded',
): Promise<void> {
  const event = status === 'paid' ? 'paid' : status === 'failed' ? 'payment_failed' : null;
  await tx.rows(setStatusStatement, [orderId, status, now.toISOString(), event, actorId, reversal]);
}

const changeStatement = statement('change_due', 'select ($1::numeric - $2::numeric)::text, $1::numeric >= $2::numeric');

/** Calculated by PostgreSQL, because its numeric type is exact. */
export async function calculateChange(db: Db, received: string, cost: string): Promise<{ change: string; enough: boolean }> {
  const [row] = await db.rows(changeStatement, [received, cost]);
  return { change: String(row?.[0]), enough: row?.[1] === 't' };
}
