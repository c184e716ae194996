import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { OrderStatus, PaymentMethod } from './order.ts';
import { ownColumnsJson } from './order-columns.ts';

/** The order data that messages about an event contain, as of the time of the event. */
export interface OrderSnapshot {
  farmerId: string;
  receptionistId: string | null;
  date: string;
  sessionId: string;
  cropId: string;
  location: string;
  area: string;
  /** Undefined in events of earlier versions; null: not known. */
  areaUnit?: string | null;
  /** Total price: cost and adjustment. */
  cost: string;
  paymentMethod: PaymentMethod;
  /** Empty: no crew is assigned. */
  crewIds: string[];
  /** Undefined in events of earlier versions. */
  version?: number;
  status?: OrderStatus;
  /** The own columns of the order, for webhooks. */
  row?: (string | null)[];
  /** Of finished and completed work: what the crew sprayed, and whether the price is no longer that of the booking. */
  areaSprayed?: string | null;
  isRepriced?: boolean;
}

const crewIds = (order: string) =>
  `coalesce((select jsonb_agg(m.sprayer_id::text order by m.sprayer_id) from crew_member m where m.order_id = ${order}.id), '[]')`;

/**
 * SQL expression for `outbox_event.snapshot`, for the statement that writes the event. `order`: alias of a row with the columns of
 * spray_order after the change.
 */
export const orderSnapshot = (order: string, crew: string = crewIds(order)): string =>
  `jsonb_build_object('farmerId', ${order}.farmer_id::text, 'receptionistId', ${order}.receptionist_id::text, 'date', ${order}.date,
     'sessionId', ${order}.session_id::text, 'cropId', ${order}.crop_id::text, 'location', ${order}.location, 'area', ${order}.area::text, 'areaUnit', ${order}.area_unit,
     'cost', (${order}.cost + ${order}.adjustment)::text, 'paymentMethod', ${order}.payment_method, 'version', ${order}.version,
     'status', ${order}.order_status, 'row', ${ownColumnsJson(order)}, 'crewIds', ${crew})`;

/**
 * SQL that writes the event `changed` for rows of spray_order after a change that has no event of its own: whoever mirrors orders learns every
 * version. `rows`: a query or common table expression; `at`, `actorId`: SQL expressions.
 */
export const changedEvents = (rows: string, at: string, actorId = 'null::bigint'): string =>
  `insert into outbox_event (at, type, order_id, actor_id, snapshot)
   select ${at}, 'changed', ${rows}.id, ${actorId}, ${orderSnapshot(rows)} from ${rows} order by ${rows}.id`;

/** The same for an order that is being placed: it has no crew yet. */
export const newOrderSnapshot = (order: string): string => orderSnapshot(order, `'[]'::jsonb`);

const snapshotStatement = statement('read_order_snapshot', `select ${orderSnapshot('o')} from spray_order o where o.id = $1`);

/** Snapshot of the current state of an order. */
export async function readOrderSnapshot(db: Db, orderId: string): Promise<OrderSnapshot | undefined> {
  const [row] = await db.rows(snapshotStatement, [orderId]);
  return row === undefined ? undefined : (JSON.parse(String(row[0])) as OrderSnapshot);
}
