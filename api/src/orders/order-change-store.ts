import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { changedEvents, orderSnapshot } from './event-store.ts';
import type { OrderState, OrderStatus, PaymentMethod } from './order.ts';
import type { Change } from './order-rules.ts';
import { comparePlaces, type Place, placeKey } from './place.ts';

const lockedColumns = `id, order_status, version, date, session_id, reported_at is not null, signed_off_at is not null, farmer_id, payment_method, cost,
          objected, to_char(coalesce(settled_at, reported_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          cost + adjustment, overpaid, area, completion_date`;

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
  /** What was paid too much, of a cancelled order all that was paid, and is not refunded yet. */
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
  const [total, overpaid, area, completedOn] = rest;
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
    area: String(area),
    completedOn: completedOn ?? null,
  };
}

/** SQL: what the message about finished work says besides the order. */
const sprayedFacts = (order: string) =>
  `jsonb_build_object('areaSprayed', (select w.area_sprayed::text from work_report w where w.order_id = ${order}.id),
                      'isRepriced', ${order}.adjustment <> 0)`;

/** Writes changes of orders with their history rows and events. `changes`: a query for one row per order. $1 to $5: what is the same for all. */
const saveText = (changes: string) =>
  `with input as materialized (
     ${changes}
   ), before as (
     select o.id, o.date, o.session_id, o.receptionist_id from input i join spray_order o on o.id = i.id
   ), changed as (
     update spray_order o
        set order_status = i.to_status, version = o.version + 1,
            confirmed = o.confirmed or i.confirmed,
            reported_at = case when i.reported then coalesce(o.reported_at, $1::timestamptz) else o.reported_at end,
            -- Work that has not begun any more is not signed off.
            signed_off_at = case when i.from_status = 'in_progress' and i.to_status in ('confirmed', 'assigned') then null
                                 when i.signed_off then coalesce(o.signed_off_at, $1::timestamptz) else o.signed_off_at end,
            objected = coalesce(i.objected, o.objected),
            settled_at = case when o.objected and not i.objected then $1::timestamptz else o.settled_at end,
            completion_date = case when i.to_status = 'completed' then coalesce(o.completion_date, $2::date) end,
            receptionist_id = coalesce($3::bigint, o.receptionist_id),
            date = coalesce(i.to_date, o.date),
            session_id = coalesce(i.to_session_id, o.session_id)
       from input i
      where o.id = i.id
     returning o.*
   ), history as (
     insert into order_history (order_id, at, actor_id, action, from_status, to_status, reason, version,
                                from_date, from_session_id, to_date, to_session_id, changes)
     select c.id, coalesce(i.happened_at, $1::timestamptz), $4::bigint, i.action, i.from_status, i.to_status, $5, c.version,
            case when i.to_date is not null then b.date end, case when i.to_date is not null then b.session_id end, i.to_date, i.to_session_id, i.changes
       from input i join changed c on c.id = i.id join before b on b.id = i.id
      order by i.place
   )
   insert into outbox_event (at, type, order_id, actor_id, people, note, snapshot)
   select $1::timestamptz, e.type, c.id, $4::bigint,
          i.recipients || case when e.type = 'cancelled' and b.receptionist_id <> c.receptionist_id then array[b.receptionist_id] else '{}' end,
          $5, ${orderSnapshot('c')} || case when e.type = 'refund_due' then jsonb_build_object('cost', d.amount::text) else '{}' end
            || case when e.type in ('finished', 'completed') then ${sprayedFacts('c')} else '{}' end
     from input i join changed c on c.id = i.id join before b on b.id = i.id cross join unnest(i.events) with ordinality e (type, place)
    cross join lateral (select case when e.type = 'refund_due' then amount_to_return_by_hand(c.id, c.overpaid) end as amount) d
    where d.amount is distinct from 0
    order by i.place, e.place`;

const changeStatement = statement(
  'change_order',
  saveText(`select 1 as place, $6::bigint as id, $7::text as to_status, $8::text as from_status, $9::text as action, $10::boolean as confirmed,
            $11::boolean as reported, $12::boolean as signed_off, $13::boolean as objected, $14::date as to_date, $15::bigint as to_session_id,
            $16::text[] as events, $17::bigint[] as recipients, $18::timestamptz as happened_at, $19::jsonb as changes`),
);
const changeManyStatement = statement(
  'change_orders',
  saveText(`select *, null::timestamptz as happened_at, null::jsonb as changes
       from jsonb_to_recordset($6::jsonb) as r (place integer, id bigint, to_status text, from_status text, action text, confirmed boolean,
            reported boolean, signed_off boolean, objected boolean, to_date date, to_session_id bigint, events text[], recipients bigint[])`),
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

const commonValues = ({ now, today, receptionistId, actorId, reason }: ChangeDetails) => [
  now.toISOString(),
  today,
  receptionistId,
  actorId,
  reason ?? null,
];

/** Writes a change with its history row and events, and resolves the objection if the change ends it. */
export async function saveChange(tx: Tx, orderId: string, change: Change, details: ChangeDetails): Promise<void> {
  await tx.rows(changeStatement, [
    ...commonValues(details),
    orderId,
    change.to,
    change.from,
    change.action,
    change.confirmed === true,
    change.reported === true,
    change.signedOff === true,
    change.objected ?? null,
    change.moveTo?.date ?? null,
    change.moveTo?.sessionId ?? null,
    change.events,
    details.extraRecipientIds ?? [],
    details.happenedAt?.toISOString() ?? null,
    details.changes === undefined ? null : JSON.stringify(details.changes),
  ]);
  if (change.objected === false) await endObjection(tx, orderId, change.action === 'resolve' ? details : { ...details, reason: undefined });
}

export interface OrderChange {
  orderId: string;
  change: Change;
  /** Users who receive the events in addition to the farmer, the receptionist and the crew. */
  extraRecipientIds?: string[] | undefined;
}

/** Of one statement: with its triggers an order takes some milliseconds, and each statement has a time limit. */
export const maxOrdersOfStatement = 100;

/** The same for many orders that are locked, in few statements. */
export async function saveChanges(
  tx: Tx,
  orders: readonly OrderChange[],
  details: Omit<ChangeDetails, 'changes' | 'extraRecipientIds' | 'happenedAt'>,
): Promise<void> {
  if (orders.length === 0) return;
  const rows = orders.map(({ orderId, change, extraRecipientIds = [] }, place) => ({
    place,
    id: orderId,
    to_status: change.to,
    from_status: change.from,
    action: change.action,
    confirmed: change.confirmed === true,
    reported: change.reported === true,
    signed_off: change.signedOff === true,
    objected: change.objected ?? null,
    to_date: change.moveTo?.date ?? null,
    to_session_id: change.moveTo?.sessionId ?? null,
    events: change.events,
    recipients: extraRecipientIds,
  }));
  for (let at = 0; at < rows.length; at += maxOrdersOfStatement)
    await tx.rows(changeManyStatement, [...commonValues(details), JSON.stringify(rows.slice(at, at + maxOrdersOfStatement))]);
  for (const { orderId, change } of orders)
    if (change.objected === false)
      await endObjection(tx, orderId, change.action === 'resolve' ? details : { ...details, reason: undefined });
}

const setReceptionistStatement = statement(
  'set_receptionist',
  `with changed as (
     update spray_order set receptionist_id = $2, version = version + 1 where id = $1 and receptionist_id is distinct from $2 returning *
   )
   ${changedEvents('changed', 'now()', '$2::bigint')}`,
);

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
     where d.closures = 0 and session_has_room(d.date, d.session_id, d.taken, $4::numeric)
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

const lockPlacesStatement = statement(
  'lock_places',
  `insert into session_day as d (date, session_id, taken)
   select p.date, p.session_id, 0 from (select distinct * from unnest($1::date[], $2::bigint[]) as p (date, session_id)) p
     join spray_session s on s.id = p.session_id
    order by p.date, p.session_id
   on conflict (date, session_id) do update set taken = d.taken`,
);
// The rows exist and are locked. As an insert with a conflict it finds each by its key; a join may read the whole table.
const freePlacesStatement = statement(
  'free_places',
  `insert into session_day as d (date, session_id, taken)
   select p.date, p.session_id, count(*) from unnest($1::date[], $2::bigint[]) as p (date, session_id) group by 1, 2 order by 1, 2
   on conflict (date, session_id) do update set taken = d.taken - excluded.taken`,
);
// All places of a session are taken, or none. Of a session without enough of them, `room` is what is left.
const takePlacesStatement = statement(
  'take_places',
  `with wanted as materialized (
     select p.date, p.session_id, p.start_time, count(*) as orders
       from unnest($1::date[], $2::bigint[], $3::time[]) as p (date, session_id, start_time) group by 1, 2, 3
   ), offered as materialized (
     select s.id, s.start_time, s.capacity from spray_session s where s.id = any($2::bigint[]) and s.active for key share
   ), place as materialized (
     select w.*, case when d.closures = 0 then greatest(s.capacity - d.taken, 0) else 0 end as room
       from wanted w join offered s on s.id = w.session_id and s.start_time = w.start_time
       join session_day d on d.date = w.date and d.session_id = w.session_id
   ), taken as (
     update session_day d set taken = d.taken + p.orders from place p
      where d.date = p.date and d.session_id = p.session_id and p.orders <= p.room
   )
   select w.date, w.session_id, coalesce(p.room, 0) from wanted w
     left join place p on p.date = w.date and p.session_id = w.session_id
    where p.orders is null or p.orders > p.room`,
);

const placeColumns = (places: readonly Place[]) => [places.map(({ date }) => date), places.map(({ sessionId }) => sessionId)];

/** Locks places in the order of their keys (see placeKey), so that transactions never deadlock. */
export async function lockPlaces(tx: Tx, places: readonly Place[]): Promise<void> {
  if (places.length > 0) await tx.rows(lockPlacesStatement, placeColumns(places));
}

/** Frees a place of each order. They are locked first, in the order of their keys. */
export async function freePlaces(tx: Tx, places: readonly Place[]): Promise<void> {
  const [first] = places;
  if (first !== undefined && places.length === 1) return freePlace(tx, first);
  await lockPlaces(tx, places);
  await tx.rows(freePlacesStatement, placeColumns(places));
}

export interface WantedPlace extends Place {
  sessionStart: string;
}

/** Takes locked places. Returns, by place key, how many are left of those that are not enough; if there are any, the caller must roll back. */
export async function takePlaces(tx: Tx, places: readonly WantedPlace[]): Promise<Map<string, number>> {
  if (places.length === 0) return new Map();
  const rows = await tx.rows(takePlacesStatement, [...placeColumns(places), places.map(({ sessionStart }) => sessionStart)]);
  return new Map(rows.map(([date, sessionId, room]) => [placeKey({ date: String(date), sessionId: String(sessionId) }), Number(room)]));
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
  to?: WantedPlace | undefined;
}

/**
 * Frees and takes the places of many orders, in the order of the place keys. Returns the ids of the orders whose new place cannot be taken;
 * if there are any, the caller must roll back.
 */
export async function changePlaces(tx: Tx, changes: readonly PlaceChange[]): Promise<string[]> {
  const freed = changes.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const wanted = changes.flatMap(({ orderId, to }) => (to === undefined ? [] : [{ ...to, orderId }]));
  await lockPlaces(tx, [...freed, ...wanted]);
  if (freed.length > 0) await tx.rows(freePlacesStatement, placeColumns(freed));
  const room = await takePlaces(tx, wanted);
  return wanted.flatMap(({ orderId, ...to }) => {
    const left = room.get(placeKey(to));
    if (left === undefined) return [];
    room.set(placeKey(to), left - 1);
    return left > 0 ? [] : [orderId];
  });
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
