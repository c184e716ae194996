import { planOf } from '../dispatch/apply-bulk-action.ts';
import type { OrderConflict, RecordedOrder } from '../dispatch/bulk-rules.ts';
import { readPlanFacts } from '../dispatch/bulk-store.ts';
import { findBusyCrew } from '../dispatch/change-crews.ts';
import { removeCrewExcept } from '../dispatch/crew-store.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { checkBookableAt } from '../orders/bookable-session.ts';
import { changePlaces, type LockedOrder, lockOrders, type OrderChange, saveChanges } from '../orders/order-change-store.ts';
import { checkAllowed, reschedule } from '../orders/order-rules.ts';
import type { Place } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { readOrderVerdicts } from '../weather/order-verdicts.ts';
import type { WeatherContext } from '../weather/spray-window.ts';
import { rebookingNotFound } from './edit-rebooking.ts';
import { findPlannedOrders } from './planning-store.ts';
import { draftRebooking } from './propose-rebooking.ts';
import { checkOpen } from './rebooking-rules.ts';
import {
  type FoundRebooking,
  findRebookingState,
  insertRebooking,
  listStoredRows,
  lockRebooking,
  markApplied,
  markReplaced,
  type StoredRow,
} from './rebooking-store.ts';

class StaleProposal extends Error {
  readonly conflicts: readonly OrderConflict[];

  constructor(conflicts: readonly OrderConflict[]) {
    super('the proposal is out of date');
    this.conflicts = conflicts;
  }
}

type Move = StoredRow & { to: Place; order: LockedOrder };

/**
 * Moves all orders of a proposal in one transaction. Lock order: the proposal, orders by id, places by key (orders/place.ts), sprayers by
 * id. If an order has changed, a place is gone or the weather now stops the work there, nothing is changed: the proposal is replaced by a
 * new one and PROPOSAL_STALE names it.
 */
export async function applyRebooking(context: WeatherContext, command: CommandContext, id: string): Promise<void> {
  const isStopped = await readStops(context, id);
  try {
    await command.database.transaction((tx) => applyIn(tx, command, id, isStopped));
  } catch (error) {
    if (!(error instanceof StaleProposal)) throw error;
    throw await replaceProposal(context, command, id, error.conflicts);
  }
}

type IsStopped = (orderId: string, to: Place) => boolean;

/** Read before the transaction: the orders of a proposal stay the same, only their new places can be edited. */
async function readStops(context: WeatherContext, id: string): Promise<IsStopped> {
  const { database, catalog } = context;
  const rows = await listStoredRows(database.write, id);
  const orders = await findPlannedOrders(
    database.write,
    rows.map(({ orderId }) => orderId),
  );
  const verdictsOf = await readOrderVerdicts(context, orders);
  const verdicts = new Map(orders.map((order) => [order.id, verdictsOf(order)]));
  const { sessions } = await catalog.facts();
  return (orderId, { date, sessionId }) => {
    const session = sessions.get(sessionId);
    return session !== undefined && verdicts.get(orderId)?.judge(date, session).verdict === 'STOP';
  };
}

async function applyIn(tx: Tx, command: CommandContext, id: string, isStopped: IsStopped): Promise<void> {
  const { actor, catalog, now } = command;
  const rebooking = await lockRebooking(tx, id);
  if (rebooking === undefined) throw rebookingNotFound();
  checkOpen(rebooking);
  const { company, sessions } = await catalog.facts();
  const wall = wallTime(now, company.timeZone);
  const rows = await listStoredRows(tx, id);
  const orders = new Map(
    (
      await lockOrders(
        tx,
        rows.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  );
  const facts = await readPlanFacts(tx, [...orders.keys()]);
  const conflicts: OrderConflict[] = [];
  const moves: Move[] = [];
  for (const row of rows) {
    const order = orders.get(row.orderId);
    const changed = order === undefined ? undefined : conflictOf(order, row);
    if (changed !== undefined) conflicts.push(changed);
    else if (row.to !== undefined && order !== undefined) moves.push({ ...row, to: row.to, order });
  }
  const startOf = (place: Place) => sessions.get(place.sessionId)?.startTime ?? '00:00:00';
  for (const { orderId, to } of moves)
    try {
      checkBookableAt(to.date, startOf(to), wall);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      conflicts.push({ orderId, code: error.code, message: error.message });
    }
  for (const { orderId, to } of moves)
    if (isStopped(orderId, to))
      conflicts.push({ orderId, code: 'PLACE_NOT_USABLE', message: 'The weather no longer allows spraying at its new place.' });
  if (conflicts.length > 0) throw new StaleProposal(conflicts);
  if (moves.length === 0)
    throw new AppError('NOTHING_TO_REBOOK', 'No order of this proposal has a new place, so there is nothing to apply.');
  const refused = await changePlaces(
    tx,
    moves.map(({ orderId, order, to }) => ({ orderId, from: order, to: { ...to, sessionStart: startOf(to) } })),
  );
  if (refused.length > 0)
    throw new StaleProposal(
      refused.map((orderId) => ({ orderId, code: 'SESSION_FULL', message: 'Its new place has been taken meanwhile.' })),
    );
  const crewed = moves
    .filter(({ order }) => order.status === 'assigned')
    .map(({ order, to }) => ({ ...planOf(order, facts), ...to, orderId: order.id }));
  const busy = await findBusyCrew(tx, crewed);
  for (const orderId of busy) await removeCrewExcept(tx, orderId, []);
  const changes: OrderChange[] = [];
  const records: RecordedOrder[] = [];
  for (const { order, to } of moves) {
    const before = planOf(order, facts);
    const isReleased = busy.has(order.id);
    const change = reschedule(order, actor.role, to, !isReleased);
    change.events = isReleased ? ['rebooked', 'unassigned'] : ['rebooked'];
    changes.push({ orderId: order.id, change, extraRecipientIds: isReleased ? before.crewIds : [] });
    const crewIds = isReleased ? [] : before.crewIds;
    records.push({
      orderId: order.id,
      before,
      after: { ...to, status: change.to, crewIds },
      wasPaid: facts.get(order.id)?.isPaid === true,
    });
  }
  await saveChanges(tx, changes, { actorId: actor.id, receptionistId: actor.id, now, today: wall.date, reason: rebooking.reason });
  await markApplied(tx, id, actor.id, records, now);
}

function conflictOf(order: LockedOrder, { orderId, before }: StoredRow): OrderConflict | undefined {
  if (order.status !== before.status || order.date !== before.date || order.sessionId !== before.sessionId)
    return { orderId, code: 'ORDER_CHANGED', message: 'It has changed since the proposal was made.' };
  checkAllowed('reschedule', order.status, 'receptionist');
  return undefined;
}

/** A new proposal for the orders that can still be moved and are where they were. */
async function replaceProposal(
  context: WeatherContext,
  { actor, now }: CommandContext,
  id: string,
  conflicts: readonly OrderConflict[],
): Promise<AppError> {
  const { database } = context;
  const rows = await listStoredRows(database.write, id);
  const found = new Map(
    (
      await findPlannedOrders(
        database.write,
        rows.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  );
  const orders = rows.flatMap(({ orderId, before }) => {
    const order = found.get(orderId);
    const isSame = order?.status === before.status && order.date === before.date && order.sessionId === before.sessionId;
    return order !== undefined && isSame ? [order] : [];
  });
  const errors = conflicts.map(({ orderId, code, message }) => ({ path: `order.${orderId}`, message, code }));
  const stale = (text: string, more: typeof errors = []) =>
    new AppError(
      'PROPOSAL_STALE',
      `Nothing was changed: ${conflicts.length} of ${rows.length} orders or their new places have changed. ${text}`,
      {
        errors: [...errors, ...more],
      },
    );
  if (orders.length === 0) return stale('No order of it is left to rebook.');
  const old = (await findRebookingState(database.write, id)) as FoundRebooking;
  const closed = () => new AppError('PROPOSAL_CLOSED', 'This proposal has been closed meanwhile. Please look again.');
  if (old.state !== 'proposed') return closed();
  // Before the transaction, which would hold the lock and a connection for as long.
  const draft = await draftRebooking(context, orders, old.avoided);
  const newId = await database.transaction(async (tx) => {
    if ((await lockRebooking(tx, id))?.state !== 'proposed') return undefined;
    const created = await insertRebooking(tx, { ...draft, actorId: actor.id, reason: old.reason, now }, draft.rows);
    await markReplaced(tx, id, created);
    return created;
  });
  if (newId === undefined) return closed();
  return stale(`There is a new proposal: ${newId}.`, [
    { path: `rebooking.${newId}`, message: 'The new proposal.', code: 'PROPOSAL_STALE' },
  ]);
}
