import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { type PaymentListFilter, paymentStageOf, paymentValues } from './ledger-store.ts';

/** More orders than this are not added up: their ledgers are read one by one. */
export const maxTotalled = 10_000;

const totalStatement = statement(
  'total_payments',
  `select coalesce(sum(t.due) filter (where t.is_completed), 0), coalesce(sum(t.due) filter (where not t.is_completed), 0),
          coalesce(sum(t.paid), 0), coalesce(sum(t.refunded), 0)
     from (select o.order_status = 'completed' as is_completed, m.paid, m.refunded,
                  case when o.order_status = 'cancelled' then 0 else greatest(o.cost + o.adjustment - m.paid + m.refunded, 0) end as due
             from spray_order o
            cross join lateral (
              select coalesce(sum(p.amount) filter (where p.kind in ('charge', 'cash')), 0)
                       - coalesce(sum(p.amount) filter (where p.kind = 'correction'), 0) as paid,
                     coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded
                from payment p where p.order_id = o.id) m
            where ${paymentStageOf} = any($1::text[]) and o.payment_method = any($2::text[]) and o.date between $3::date and $4::date
            limit ${maxTotalled}) t`,
);

/** Exact decimals: owed for completed orders, to be paid for others, paid, refunded. */
export async function readPaymentTotals(db: Db, filter: PaymentListFilter): Promise<Row> {
  return (await db.rows(totalStatement, paymentValues(filter)))[0] as Row;
}
