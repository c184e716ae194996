import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { orderSnapshot } from './event-store.ts';
import type { OrderState, OrderStatus, PaymentMethod } from './order.ts';
import type { Change } from './order-rules.ts';
import { comparePlaces, type Place, placeKey } from './place.ts';

const lockedColumns = `id, order_status, version, date, session_id, reported_at is not null, signed_off_at is not null, farmer_id, payment_method, cost,
          objected, to_char(coalesce(settled_at, reported_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          payment_method = 'cash' and payment_status = 'paid', cost + adjustment, overpaid, area`;

// `no key update` does not block inserts of rows with a foreign key to the order, such as messages.
const lockStatement = statement('lock_order', `select ${lockedColumns} from spray_order where id = $1 for no key update`);
const lockManyStatement = statement(
  'lock_orders',
  `select ${lockedColumns} from spray_order where id = any($1) order by id for no key update`,
);

export interface LockedOrder extends OrderState {
  farmerId: string;
  paymentMethod: PaymentMethod;
  /** The price at booking. */
  cost: string;
  /** Total price: cost and adjustment. */
  total: string;
  /** Overpayment that is not refunded yet. */
  overpaid: string;
  area: string;
}

export async function lockOrder(tx: Tx, id: string): Promise<LockedOrder | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : toLockedOrder(row);
}

/** Locks orders in the order of their ids, so that two transactions that each lock several never deadlock. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<LockedOrder[]> {
  return (await tx.rows(lockManyStatement, [ids as string[]])).map(toLockedOrder);
}

function toLockedOrder(row: Row): LockedOrder {
  const [orderId, status, version, date, sessionId, reported, signedOff, farmerId, paymentMethod, cost, objected, since, ...rest] = row;
  const [paidInCash, total, overpaid, area] = rest;
  return {
    id: String(orderId),
    status: status as OrderStatus,
    version: Number(version),
    date: String(date),
    sessionId: String(sessionId),
    reported: reported === 't',
    signedOff: signedOff === 't',
    farmerId: String(farmerId),
    paymentMethod: paymentMethod as PaymentMethod,
    cost: String(cost),
    total: String(total),
    overpaid: String(overpaid),
    objected: objected === 't',
    awaitingSignOffSince: since === null || since === undefined ? null : new Date(since),
    paidInCash: paidInCash === 't',
    area: String(area),
  };
}

const changeStatement = statement(
  'change_order',
  `with before as (
     select date, session_id, receptionist_id from spray_order where id = $1
   ), changed as (
     update spray_order
        set order_status = $2, version = version + 1,
            confirmed = confirmed or $3,
            reported_at = case when $4::boolean then coalesce(reported_at, $6::timestamptz) else reported_at end,
            signed_off_at = case when $5::boolean then coalesce(signed_off_at, $6::timestamptz) else signed_off_at end,
            objected = coalesce($17::boolean, objected),
            settled_at = case when objected and not $17::boolean then $6::timestamptz else settled_at end,
            completion_date = case when $2 = 'completed' then coalesce(completion_date, $7::date) end,
            receptionist_id = coalesce($8::bigint, receptionist_id),
            date = coalesce($9::date, date),
            session_id = coalesce($10::bigint, session_id)
      where id = $1
     returning *
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version,
                                from_date, from_session_id, to_date, to_session_id, changes)
     select c.id, coalesce($18::timestamptz, $6::timestamptz), $11::bigint, $12, $13, $2, $14, c.version,
            case when $9::date is not null then b.date end, case when $9::date is not null then b.session_id end, $9::date, $10::bigint, $19::jsonb
       from changed c cross join before b
   )
   insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $6::timestamptz, type, id, $11::bigint,
          $16::bigint[] || case when type = 'cancelled' and b.receptionist_id <> changed.receptionist_id then array[b.receptionist_id] else '{}' end,
          $14, ${orderSnapshot('changed')} from changed cross join before b cross join unnest($15::text[]) type`,
);

/** An edited field of an order with its old and new value. */
export interface FieldChange {
  field: string;
  from: string | number | null;
  to: string | number | null;
}

export interface ChangeDetails {
  /** null: the service itself. */
  actorId: string | null;
  /** Set if the actor is in the office: the order is assigned to the actor from now on. */
  receptionistId: string | null;
  now: Date;
  today: string;
  reason?: string | undefined;
  changes?: FieldChange[] | undefined;
  /** Users who receive the events in addition to the farmer, the receptionist and the crew. */
  extraRecipientIds?: string[] | undefined;
  /** When it happened, for the history; default: `now`. */
  happenedAt?: Date | undefined;
}

const endObjectionStatement = statement(
  'end_objection',
  'update objection set resolved_at = $2, resolver_id = $3, answer = $4 where order_id = $1 and resolved_at is null',
);

async function endObjection(tx: Tx, orderId: string, { actorId, now, reason }: ChangeDetails): Promise<void> {
  await tx.rows(endObjectionStatement, [orderId, now.toISOString(), actorId, reason ?? null]);
}

/** Writes a change with its history row and events, and resolves the objection if the change ends it. */
export async function saveChange(tx: Tx, orderId: string, change: Change, details: ChangeDetails): Promise<void> {
  await tx.rows(changeStatement, [
    orderId,
    change.to,
    change.confirmed === true,
    change.reported === true,
    change.signedOff === true,
    details.now.toISOString(),
    details.today,
    details.receptionistId,
    change.moveTo?.date ?? null,
    change.moveTo?.sessionId ?? null,
    details.actorId,
    change.action,
    change.from,
    details.reason ?? null,
    change.events,
    details.extraRecipientIds ?? [],
    change.objected ?? null,
    details.happenedAt?.toISOString() ?? null,
    details.changes === undefined ? null : JSON.stringify(details.changes),
  ]);
  if (change.objected === false) await endObjection(tx, orderId, change.action === 'resolve' ? details : { ...details, reason: undefined });
}

const setReceptionistStatement = statement('set_receptionist', 'update spray_order set receptionist_id = $2 where id = $1');

export async function setReceptionist(tx: Tx, orderId: string, receptionistId: string): Promise<void> {
  await tx.rows(setReceptionistStatement, [orderId, receptionistId]);
}

const takePlaceStatement = statement(
  'take_place',
  `insert into session_day as d (date, session_id, taken)
   select $1::date, s.id, 1 from spray_session s
    where s.id = $2 and s.active and s.start_time = $3::time and s.capacity > 0 and ($4::numeric is null or $4::numeric <= coalesce(s.max_area, $4::numeric))
      for key share
   on conflict (date, session_id) do update set taken = d.taken + 1
     where d.closures = 0 and (select d.taken < s.capacity and ($4::numeric is null or s.max_area is null or fits_session_area(d.date, d.session_id, $4::numeric, null))
              from spray_session s where s.id = d.session_id)
   returning 1`,
);

/** false: the session is full, closed, inactive, has no room for the area, or no longer begins at `sessionStart`. */
async function takePlace(tx: Tx, { date, sessionId }: Place, sessionStart: string, area: string | null): Promise<boolean> {
  return (await tx.rows(takePlaceStatement, [date, sessionId, sessionStart, area])).length > 0;
}

const freePlaceStatement = statement('free_place', 'update session_day set taken = taken - 1 where date = $1 and session_id = $2');

async function freePlace(tx: Tx, { date, sessionId }: Place): Promise<void> {
  await tx.rows(freePlaceStatement, [date, sessionId]);
}

/** Frees places in the order of their keys (see placeKey), so that transactions never deadlock. */
export async function freePlaces(tx: Tx, places: readonly Place[]): Promise<void> {
  for (const place of places.toSorted(comparePlaces)) await freePlace(tx, place);
}

/**
 * Takes the new place and frees the old one, in the order of their keys. false: the new place cannot be taken, and the caller must roll
 * back. `area`: what must fit into the session; null: the area does not matter.
 */
export async function movePlace(tx: Tx, from: Place, to: Place, sessionStart: string, area: string | null): Promise<boolean> {
  if (comparePlaces(from, to) < 0) {
    await freePlace(tx, from);
    return takePlace(tx, to, sessionStart, area);
  }
  if (!(await takePlace(tx, to, sessionStart, area))) return false;
  await freePlace(tx, from);
  return true;
}

export interface PlaceChange {
  orderId: string;
  /** undefined: the order has no place, because it is cancelled. */
  from?: Place | undefined;
  /** undefined: the order gives its place up. */
  to?: (Place & { sessionStart: string }) | undefined;
}

/**
 * Frees and takes the places of many orders, in the order of the place keys. Returns the ids of the orders whose new place cannot be taken;
 * if there are any, the caller must roll back.
 */
export async function changePlaces(tx: Tx, changes: readonly PlaceChange[]): Promise<string[]> {
  const places = new Map<string, Place>();
  for (const { from, to } of changes) for (const place of [from, to]) if (place !== undefined) places.set(placeKey(place), place);
  const refused: string[] = [];
  for (const [key, place] of [...places].sort(([, a], [, b]) => comparePlaces(a, b))) {
    for (const { from } of changes) if (from !== undefined && placeKey(from) === key) await freePlace(tx, place);
    for (const { orderId, to } of changes)
      if (to !== undefined && placeKey(to) === key && !(await takePlace(tx, to, to.sessionStart, null))) refused.push(orderId);
  }
  return refused;
}

export interface Step {
  action: string;
  by: string | null;
}

const listStepsSinceStatement = statement(
  'list_steps_since',
  'select h.action, u.full_name from order_history h left join app_user u on u.id = h.actor_id where h.order_id = $1 and h.version > $2 order by h.id',
);

/** History of an order after a version, oldest first. */
export async function listStepsSince(db: Db, orderId: string, version: number): Promise<Step[]> {
  const rows = await db.rows(listStepsSinceStatement, [orderId, version]);
  return rows.map((row) => ({ action: String(row[0]), by: row[1] ?? null }));
}
