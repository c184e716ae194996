import { readPlanFacts } from '../dispatch/bulk-store.ts';
import { findBusyCrew } from '../dispatch/change-crews.ts';
import { removeCrewExcept } from '../dispatch/crew-store.ts';
import { AppError } from '../errors.ts';
import { getBookableSession } from '../orders/bookable-session.ts';
import { freePlaces, type LockedOrder, lockOrders, movePlace, saveChange } from '../orders/order-change-store.ts';
import { cancel, checkReschedulable, reschedule } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import type { AnswerSubject } from './answer-links.ts';
import { type AnswerRow, type FarmerPart, findFarmerPart, isUnchanged, saveAnswers } from './answer-store.ts';
import { loadPlanning, slotKey } from './planning.ts';
import { findPlannedOrders, readRoomFor } from './planning-store.ts';
import type { FreePlace } from './rebooking-rules.ts';
import { lockRebooking } from './rebooking-store.ts';

/** The office has moved the order, so the farmer may do what the office may, without the limit of hours before the session. */
const actingRole = 'receptionist';

const answered = () => new AppError('ACTION_NOT_ALLOWED', 'You have answered already.');

/** Locks the proposal first, as applying and undoing it do, so that an order is answered once and never while it is put back. */
async function lockOpenRows(tx: Tx, subject: AnswerSubject, orderIds: readonly string[] | undefined): Promise<AnswerRow[]> {
  await lockRebooking(tx, subject.rebookingId);
  const part = await findFarmerPart(tx, subject);
  if (part?.state !== 'applied') throw new AppError('ACTION_NOT_ALLOWED', 'The office has taken this change back.');
  const rows = part.rows.filter(({ orderId, answer }) => answer === null && (orderIds === undefined || orderIds.includes(orderId)));
  if (rows.length === 0) throw answered();
  return rows;
}

const orderMoved = () => new AppError('ORDER_CHANGED', 'The order has been moved since then.');

function checkUnchanged(order: LockedOrder | undefined, { to }: AnswerRow): LockedOrder {
  if (order === undefined || slotKey(order) !== slotKey(to)) throw orderMoved();
  return order;
}

/** "Fine": for all orders of the farmer without an answer that the office has not changed since then. */
export async function acceptMove({ database }: WeatherContext, subject: AnswerSubject, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await lockOpenRows(tx, subject, undefined);
    const locked = await lockOrders(
      tx,
      rows.map(({ orderId }) => orderId),
    );
    const ids = locked.filter((order) => rows.some((row) => row.orderId === order.id && isUnchanged(row, order))).map(({ id }) => id);
    if (ids.length === 0) throw orderMoved();
    await saveAnswers(tx, subject, ids, 'accepted', now);
  });
}

const justTaken = () => new AppError('SESSION_FULL', 'This place has just been taken.');

/** The farmer takes another free place, of those that are offered. */
export async function chooseOtherTime(
  context: WeatherContext,
  subject: AnswerSubject,
  part: FarmerPart,
  asked: AnswerRow,
  moveTo: Place,
  now: Date,
): Promise<void> {
  const { database, catalog } = context;
  const { orderId } = asked;
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  const session = getBookableSession(moveTo, facts, wall);
  // Before the transaction: the weather of the place may have changed since the page was shown, and the form can be altered.
  const isOffered = async () => (await listFreeTimes(context, part, asked)).some((place) => slotKey(place) === slotKey(moveTo));
  if (slotKey(asked.to) !== slotKey(moveTo) && !(await isOffered())) throw justTaken();
  await database.transaction(async (tx) => {
    const [row] = await lockOpenRows(tx, subject, [orderId]);
    const order = checkUnchanged((await lockOrders(tx, [orderId]))[0], row as AnswerRow);
    checkReschedulable(order, actingRole, 0);
    if (slotKey(order) === slotKey(moveTo)) return saveAnswers(tx, subject, [orderId], 'accepted', now);
    if (!(await movePlace(tx, order, moveTo, session.startTime, order.area))) throw justTaken();
    const crewIds = (await readPlanFacts(tx, [orderId])).get(orderId)?.crewIds ?? [];
    const isReleased = order.status === 'assigned' && (await findBusyCrew(tx, [{ orderId, ...moveTo, crewIds }])).size > 0;
    if (isReleased) await removeCrewExcept(tx, orderId, []);
    const change = reschedule(order, actingRole, moveTo, !isReleased);
    if (isReleased) change.events.push('unassigned');
    const details = { actorId: subject.farmerId, receptionistId: null, now, today: wall.date };
    await saveChange(tx, orderId, change, { ...details, extraRecipientIds: isReleased ? crewIds : [] });
    return saveAnswers(tx, subject, [orderId], 'changed', now);
  });
}

/** The farmer gives the order up; a card payment is refunded by the event `cancelled`. */
export async function cancelMoved(
  { database, catalog }: WeatherContext,
  subject: AnswerSubject,
  orderId: string,
  now: Date,
): Promise<void> {
  const { company } = await catalog.facts();
  await database.transaction(async (tx) => {
    const [row] = await lockOpenRows(tx, subject, [orderId]);
    const order = checkUnchanged((await lockOrders(tx, [orderId]))[0], row as AnswerRow);
    const change = cancel(order, actingRole, 0);
    await freePlaces(tx, [order]);
    const today = wallTime(now, company.timeZone).date;
    await saveChange(tx, orderId, change, { actorId: subject.farmerId, receptionistId: null, now, today });
    await saveAnswers(tx, subject, [orderId], 'cancelled', now);
  });
}

/** Free places with room for the area of the order, by time; not in the sessions that the office has emptied. */
export async function listFreeTimes(
  context: WeatherContext,
  { lastDate, avoided }: Pick<FarmerPart, 'lastDate' | 'avoided'>,
  row: AnswerRow,
): Promise<FreePlace[]> {
  const { company } = await context.catalog.facts();
  const [order] = await findPlannedOrders(context.database.read, [row.orderId]);
  if (order === undefined) return [];
  const from = wallTime(context.clock(), company.timeZone).date;
  const { places, verdictAt } = await loadPlanning(context, [order], { from, to: lastDate }, []);
  const isOffered = (place: FreePlace) => place.free > 0 && slotKey(place) !== slotKey(row.current) && !avoided.includes(slotKey(place));
  const offered = places.filter((place) => isOffered(place) && verdictAt(order, place) !== 'STOP');
  const hasRoom = await readRoomFor(context.database.read, order.id, offered);
  return offered.filter(hasRoom);
}
