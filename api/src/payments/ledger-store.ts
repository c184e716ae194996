import { countOfDays } from '../orders/office-count-store.ts';
import type { PaymentMethod } from '../orders/order.ts';
import { farmerOrderColumns, orderColumns, orderJoins } from '../orders/order-store.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, RawRow, Row, Tx, Value } from '../platform/postgres/database.ts';
import { listStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { PaymentStage } from './ledger-schemas.ts';
import { amountByHand } from './overpayment-store.ts';
import type { LedgerEntry } from './payment-rules.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const entryColumns = `p.id, p.kind, p.amount, p.currency, p.method, p.provider_reference, p.cause, p.note, p.corrects, u.id, u.full_name, ${time('p.at')}`;
const farmerEntryColumns = `p.id, p.kind, p.amount, p.currency, p.method, p.cause, p.note, p.corrects, u.full_name, ${time('p.at')}`;

export const ledgerSortColumns: Record<string, string> = { id: 'p.id' };

const countStatement = statement('count_ledger', 'select count(*) from payment where order_id = $1');

export async function countLedger(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Oldest first by default. */
export function listLedger(
  db: Db,
  view: 'office' | 'farmer',
  orderId: string,
  sort: Sort[],
  limit: number,
  offset: number,
): Promise<Row[]> {
  const order = orderBy(sort, ledgerSortColumns, 'p.id', 'p.id');
  const build = () =>
    `select ${view === 'farmer' ? farmerEntryColumns : entryColumns} from payment p left join app_user u on u.id = p.actor_id
      where p.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement(`ledger of ${view}`, sort, build), [orderId, limit, offset]);
}

const getEntryStatement = statement(
  'get_ledger_entry',
  `select ${entryColumns} from payment p left join app_user u on u.id = p.actor_id where p.id = $1`,
);

export async function getLedgerEntry(db: Db, id: string): Promise<Row> {
  return (await db.rows(getEntryStatement, [id]))[0] as Row;
}

const lockEntryStatement = statement(
  'lock_ledger_entry',
  "select kind, amount <= amount_paid(order_id), kind = 'cash' or method = 'transfer' and kind = 'charge' from payment where id = $1 and order_id = $2 for update",
);
const correctedStatement = statement('is_corrected', 'select 1 from payment where corrects = $1');

export interface LockedEntry extends LedgerEntry {
  /** Entered by hand, so that it may be wrong: cash and bank transfers. */
  isCorrectable: boolean;
  corrected: boolean;
  /** False: its money has been refunded. */
  isStillPaid: boolean;
}

/** Locks a ledger entry of this order against correction and hand-over. */
export async function lockLedgerEntry(tx: Tx, orderId: string, id: string): Promise<LockedEntry | undefined> {
  const [row] = await tx.rows(lockEntryStatement, [id, orderId]);
  if (row === undefined) return undefined;
  // Read after locking, to see a correction that was committed while waiting for the lock.
  const corrected = (await tx.rows(correctedStatement, [id])).length > 0;
  return { kind: row[0] as LedgerEntry['kind'], corrected, isStillPaid: row[1] === 't', isCorrectable: row[2] === 't' };
}

const correctStatement = statement(
  'correct_payment',
  `insert into payment (order_id, kind, amount, currency, method, actor_id, at, cause, note, corrects)
   select order_id, 'correction', amount, currency, method, $2, $3, 'correction', $4, id from payment where id = $1
   returning id`,
);

/** Appends the entry that reverses another and returns its id. */
export async function insertCorrection(tx: Tx, id: string, actorId: string, reason: string, now: Date): Promise<string> {
  return String((await tx.rows(correctStatement, [id, actorId, now.toISOString(), reason]))[0]?.[0]);
}

export interface PaymentListFilter {
  stages: readonly PaymentStage[];
  methods: readonly PaymentMethod[];
  from: string | undefined;
  to: string | undefined;
}

export const paymentStageOf = 'payment_stage(o.order_status, o.payment_status, o.cost, o.refunded)';
const dated = 'o.date between $3::date and $4::date';
export const paymentValues = ({ stages, methods, from = '0001-01-01', to = '9999-12-31' }: PaymentListFilter): Value[] => [
  stages,
  methods,
  from,
  to,
];

// Tables order_tally and order_day_tally are materialised counters of orders by stage, method and date.
const counterFilter = 'stage = any($1) and payment_method = any($2)';
const countPaymentsStatement = statement('count_payments', `select coalesce(sum(orders), 0) from order_tally where ${counterFilter}`, {
  short: true,
});
const countPaymentsOfRangeStatement = statement(
  'count_payments_of_range',
  countOfDays('order_day_tally', counterFilter, '$3::date', '$4::date'),
  {
    short: true,
  },
);

export async function countPayments(db: Db, filter: PaymentListFilter): Promise<number> {
  const all = filter.from === undefined && filter.to === undefined;
  const [row] = await (all
    ? db.rows(countPaymentsStatement, [filter.stages, filter.methods])
    : db.rows(countPaymentsOfRangeStatement, paymentValues(filter)));
  return Number(row?.[0]);
}

// Open and completed orders separately: each part has its own index, which does not grow with the number of paid orders.
const owed = ['not closed', "order_status = 'completed'"]
  .map((state) => `select id from spray_order where farmer_id = $1 and ${state} and payment_status <> 'paid' and cost > 0`)
  .join(' union all ');

const countOwedStatement = statement('count_owed_orders', `select count(*) from (${owed}) o`, { short: true });

export async function countOwed(db: Db, farmerId: string): Promise<number> {
  return Number((await db.rows(countOwedStatement, [farmerId]))[0]?.[0]);
}

export const owedSortColumns: Record<string, string> = { id: 'o.id', date: 'o.date', cost: 'o.cost' };

/** Oldest date first by default. */
export function listOwed(db: Db, farmerId: string, sort: Sort[], limit: number, offset: number): Promise<RawRow[]> {
  const order = orderBy(sort, owedSortColumns, 'o.date, o.id', 'o.id');
  const build = (limits: string) =>
    `select ${farmerOrderColumns} from (${owed}) owed join spray_order o on o.id = owed.id
       left join app_user r on r.id = o.receptionist_id order by ${order} ${limits}`;
  return db.rawRows(pageStatement('owed orders', sort, limit, offset, build), [farmerId]);
}

export const paymentSortColumns: Record<string, string> = { date: 'o.date' };

/** Newest date first by default. Reads one index range per stage and method, each already in the order of the list, and merges them. */
export function listPayments(db: Db, filter: PaymentListFilter, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, paymentSortColumns, 'o.date desc, o.id desc', 'o.id');
  const build = () =>
    `select ${orderColumns}, k.currency,
            case when o.order_status = 'cancelled' then 0 else greatest(o.cost + o.adjustment - m.paid + m.refunded, 0) end, m.paid, m.refunded,
            ${amountByHand}, ${time('m.at')}
       from (select o.id, o.date
               from unnest($1::text[]) stage, unnest($2::text[]) method,
                    lateral (select o.id, o.date from spray_order o
                              where ${paymentStageOf} = stage and o.payment_method = method and ${dated}
                              order by ${order} limit $5::bigint + $6::bigint) o
              order by ${order} limit $5 offset $6) chosen
       join spray_order o on o.id = chosen.id ${orderJoins}
      cross join company k
      cross join lateral (
        select coalesce(sum(p.amount) filter (where p.kind in ('charge', 'cash')), 0) - coalesce(sum(p.amount) filter (where p.kind = 'correction'), 0) as paid,
               coalesce(sum(p.amount) filter (where p.kind = 'refund'), 0) as refunded, max(p.at) as at
          from payment p where p.order_id = o.id) m
      order by ${order}`;
  // A generic plan: planning for the actual values finds the same plan and takes longer than the query.
  return db.rows({ ...listStatement('payments', sort, build), short: sort.length <= 1 }, [...paymentValues(filter), limit, offset]);
}
