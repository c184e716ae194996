import { orderSnapshot } from '../orders/event-store.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { AnswerSubject } from './answer-links.ts';
import type { RebookingState } from './rebooking-rules.ts';

export type Answer = 'accepted' | 'changed' | 'cancelled';

interface Slot {
  date: string;
  sessionId: string;
}

/** One moved order of a farmer. */
export interface AnswerRow {
  orderId: string;
  location: string;
  before: Slot;
  /** Where the proposal put it. */
  to: Slot;
  answer: Answer | null;
  current: Slot & { status: OrderStatus };
}

export interface FarmerPart {
  state: RebookingState;
  language: 'en' | 'vi';
  lastDate: string;
  /** Sessions that the office has emptied, as `slotKey`. */
  avoided: string[];
  rows: AnswerRow[];
}

/** Where the proposal put it, and not begun: the farmer can still answer. `current`: the order as it is now. */
export const isUnchanged = ({ to }: AnswerRow, current: AnswerRow['current']): boolean =>
  to.date === current.date && to.sessionId === current.sessionId && ['pending', 'confirmed', 'assigned'].includes(current.status);

const partStatement = statement(
  'farmer_part_of_rebooking',
  `select b.state, f.language, b.last_date, array_to_string(b.avoided, ','), r.order_id, o.location, r.before_date, r.before_session_id, r.to_date, r.to_session_id, r.answer,
          o.order_status, o.date, o.session_id
     from rebooking b join rebooking_row r on r.rebooking_id = b.id and r.after_status is not null
     join spray_order o on o.id = r.order_id join app_user f on f.id = o.farmer_id
    where b.id = $1 and o.farmer_id = $2 and f.active order by r.order_id`,
);

/** undefined: none of the orders belongs to the farmer any more. */
export async function findFarmerPart(db: Db, { rebookingId, farmerId }: AnswerSubject): Promise<FarmerPart | undefined> {
  const found = await db.rows(partStatement, [rebookingId, farmerId]);
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    state: first[0] as RebookingState,
    language: first[1] === 'en' ? 'en' : 'vi',
    lastDate: String(first[2]),
    avoided: String(first[3] ?? '').split(','),
    rows: found.map((row) => ({
      orderId: String(row[4]),
      location: String(row[5]),
      before: { date: String(row[6]), sessionId: String(row[7]) },
      to: { date: String(row[8]), sessionId: String(row[9]) },
      answer: (row[10] ?? null) as Answer | null,
      current: { status: row[11] as OrderStatus, date: String(row[12]), sessionId: String(row[13]) },
    })),
  };
}

const saveStatement = statement(
  'save_rebooking_answers',
  `update rebooking_row set answer = $3, answered_at = $4 where rebooking_id = $1 and order_id = any($2) and answer is null`,
);
const eventStatement = statement(
  'insert_rebooking_answer_events',
  `insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $2::timestamptz, 'rebooking_answered', o.id, $3::bigint, '{}', $4, ${orderSnapshot('o')} from spray_order o where o.id = any($1) order by o.id`,
);

/** Stores the answer for these orders, with an event that updates open pages of the office. */
export async function saveAnswers(
  tx: Tx,
  { rebookingId, farmerId }: AnswerSubject,
  orderIds: readonly string[],
  answer: Answer,
  now: Date,
): Promise<void> {
  await tx.rows(saveStatement, [rebookingId, orderIds, answer, now.toISOString()]);
  await tx.rows(eventStatement, [orderIds, now.toISOString(), farmerId, answer]);
}

export interface RebookedOrder extends Slot {
  orderId: string;
  location: string;
}

/** What the message about a moved order needs. */
export interface MovedPart {
  rebookingId: string;
  farmerId: string;
  appliedAt: Date;
  /** All moved orders of the farmer in that proposal; the first one carries the message. */
  orders: RebookedOrder[];
}

const movedStatement = statement(
  'moved_parts_of_orders',
  `select w.order_id, b.id, o.farmer_id, to_char(b.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          p.order_id, p.to_date, p.to_session_id, po.location
     from unnest($1::bigint[]) w (order_id)
     join spray_order o on o.id = w.order_id
    cross join lateral (select r.rebooking_id from rebooking_row r where r.order_id = w.order_id and r.after_status is not null
                         order by r.rebooking_id desc limit 1) last
     join rebooking b on b.id = last.rebooking_id
     join rebooking_row p on p.rebooking_id = b.id and p.after_status is not null
     join spray_order po on po.id = p.order_id and po.farmer_id = o.farmer_id
    order by w.order_id, p.order_id`,
);

/** By order id. */
export async function readMovedParts(db: Db, orderIds: readonly string[]): Promise<Map<string, MovedPart>> {
  const parts = new Map<string, MovedPart>();
  if (orderIds.length === 0) return parts;
  for (const [asked, rebookingId, farmerId, appliedAt, orderId, date, sessionId, location] of await db.rows(movedStatement, [orderIds])) {
    const part = parts.get(String(asked)) ?? {
      rebookingId: String(rebookingId),
      farmerId: String(farmerId),
      appliedAt: new Date(String(appliedAt)),
      orders: [],
    };
    part.orders.push({ orderId: String(orderId), date: String(date), sessionId: String(sessionId), location: String(location) });
    parts.set(String(asked), part);
  }
  return parts;
}
