import { priceAtBooking } from '../payments/bill-store.ts';
import { amountByHand } from '../payments/overpayment-store.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: cost of the area sprayed at the price of the booking. Needs the aliases o, c, k and w (work report). */
const sprayedCost = `spray_cost(w.area_sprayed, ${priceAtBooking}, k.currency_digits)`;

const isOpenDifference = 'w.decision is null and w.ordered_area <> w.area_sprayed';

// In the order of the fields of OrderReportSchema.
const reportStatement = statement(
  'get_order_report',
  `select o.id, o.area,
          w.area_sprayed, w.note, w.cash_received, w.change_due, ${time('w.started_at')}, ${time('w.finished_at')}, ${time('w.at')}, s.full_name,
          coalesce(${isOpenDifference}, false), ${sprayedCost},
          w.decision, w.decision_reason, d.full_name, ${time('w.decided_at')}, w.rest_order_id,
          r.order_id,
          k.currency, o.cost, o.adjustment, o.cost + o.adjustment, p.paid,
          case when o.order_status = 'cancelled' then 0 else greatest(o.cost + o.adjustment - p.paid, 0) end, o.overpaid,
          h.by_hand, o.overpaid > h.by_hand
     from spray_order o
     join crop c on c.id = o.crop_id
    cross join company k
    cross join lateral (select amount_paid(o.id) as paid) p
    cross join lateral (select ${amountByHand} as by_hand) h
     left join work_report w on w.order_id = o.id
     left join app_user s on s.id = w.sprayer_id
     left join app_user d on d.id = w.decided_by
     left join work_report r on r.rest_order_id = o.id
    where o.id = $1`,
);

/** The crew's report of an order, the decision of the office about it, and the amounts due and paid. */
export async function getOrderReport(db: Db, orderId: string): Promise<Row> {
  return (await db.rows(reportStatement, [orderId]))[0] as Row;
}

export interface AreaDifference {
  /** Area ordered minus area sprayed; exact decimal text. */
  restArea: string;
  /** Change of the price if the area sprayed is billed. */
  adjustment: string;
  location: string;
  latitude: number;
  longitude: number;
  cropId: string;
}

const differenceStatement = statement(
  'open_area_difference',
  `select w.ordered_area - w.area_sprayed, ${sprayedCost} - o.cost, o.location, o.latitude, o.longitude, o.crop_id
     from work_report w join spray_order o on o.id = w.order_id join crop c on c.id = o.crop_id cross join company k
    where w.order_id = $1 and ${isOpenDifference}`,
);

/** A difference in area that the office has not decided about. Call it after locking the order. */
export async function findOpenDifference(tx: Tx, orderId: string): Promise<AreaDifference | undefined> {
  const [row] = await tx.rows(differenceStatement, [orderId]);
  if (row === undefined) return undefined;
  const [restArea, adjustment, location, latitude, longitude, cropId] = row as string[];
  return { restArea, adjustment, location, latitude: Number(latitude), longitude: Number(longitude), cropId } as AreaDifference;
}

export interface AreaDecision {
  decision: 'bill' | 'rebook' | 'keep';
  reason: string | null;
  restOrderId: string | null;
}

const decideStatement = statement(
  'decide_area_difference',
  `update work_report set decision = $2, decision_reason = $3, rest_order_id = $4, decided_by = $5, decided_at = $6 where order_id = $1`,
);

export async function saveAreaDecision(tx: Tx, orderId: string, decision: AreaDecision, actorId: string, now: Date): Promise<void> {
  await tx.rows(decideStatement, [orderId, decision.decision, decision.reason, decision.restOrderId, actorId, now.toISOString()]);
}
