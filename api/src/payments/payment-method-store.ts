import { orderSnapshot } from '../orders/event-store.ts';
import type { PaymentMethod, PaymentStatus } from '../orders/order.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface OrderPaymentState {
  status: string;
  cost: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  farmerId: string;
  version: number;
}

const stateStatement = statement(
  'order_payment_state',
  'select order_status, cost, payment_method, payment_status, farmer_id, version from spray_order where id = $1',
);

export async function findPaymentState(db: Db, orderId: string): Promise<OrderPaymentState | undefined> {
  const [row] = await db.rows(stateStatement, [orderId]);
  if (row === undefined) return undefined;
  const [status, cost, paymentMethod, paymentStatus, farmerId, version] = row as string[];
  return { status, cost, paymentMethod, paymentStatus, farmerId, version: Number(version) } as OrderPaymentState;
}

// The reason of the history row and the note of the event contain the new payment method; clients translate it.
const saveStatement = statement(
  'save_payment_method',
  `with changed as (
     update spray_order
        set payment_method = $2, payment_status = 'pending', version = version + 1,
            dismissed_payment_id = (select max(p.id) from payment p where p.order_id = $1)
      where id = $1
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version)
     select id, $3::timestamptz, $4::bigint, 'payment_method', order_status, order_status, $2, version from changed
   )
   insert into outbox_event (at, type, order_id, actor_id, note, snapshot)
   select $3::timestamptz, 'payment_method_changed', id, $4::bigint, $2, ${orderSnapshot('changed')} from changed`,
);

/** Saves the payment method of an unpaid order, with its history and event. Earlier failures no longer count. */
export async function savePaymentMethod(tx: Tx, orderId: string, method: PaymentMethod, actorId: string, now: Date): Promise<void> {
  await tx.rows(saveStatement, [orderId, method, now.toISOString(), actorId]);
}
