import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { instantOf, type WallTime, wallTime } from '../platform/time/clock.ts';
import type { Actor } from './order.ts';
import { type FieldChange, type LockedOrder, listStepsSince, lockOrder, saveChange } from './order-change-store.ts';
import type { Change } from './order-rules.ts';
import { findFarmerOrder, findOrder } from './order-store.ts';

/** What every command on an order needs. */
export interface CommandContext {
  database: Database;
  catalog: Catalog;
  actor: Actor;
  now: Date;
  /** The version in If-Match; undefined: the client did not send one. */
  expectedVersion?: number | undefined;
}

/** The locked order and the data for a decision about it. */
export interface OrderContext extends CatalogFacts {
  tx: Tx;
  order: LockedOrder;
  actor: Actor;
  now: Date;
  /** `now` in the company's time zone. */
  wall: WallTime;
}

export interface Decision {
  change: Change;
  /** When it happened, for the history, if that was before `now`. */
  happenedAt?: Date | undefined;
  reason?: string;
  /** Old and new values, for the history of an edit. */
  changes?: FieldChange[];
  /** Users who receive the events in addition to the farmer, the receptionist and the crew. */
  extraRecipientIds?: string[];
  /** What follows from the saved change, in the same transaction. */
  completeChange?: () => Promise<void>;
}

/** Also for an order of another farmer, so that clients cannot find out which ids exist. */
export const orderNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such order.');

/**
 * Runs a command on an order in one transaction: locks the order, checks visibility and version (optimistic lock), lets `decide` choose
 * the change, and writes it with its history and events. If `decide` returns undefined, nothing changes. Returns the order as its actor
 * may read it.
 */
export async function actOnOrder(
  { database, catalog, actor, now, expectedVersion }: CommandContext,
  orderId: string,
  isVisible: (context: OrderContext) => boolean | Promise<boolean>,
  decide: (context: OrderContext) => Decision | undefined | Promise<Decision | undefined>,
): Promise<Row> {
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const context = { ...facts, tx, order, actor, now, wall };
    if (!(await isVisible(context))) throw orderNotFound();
    if (expectedVersion !== undefined && expectedVersion !== order.version) throw await orderChanged(context, expectedVersion);
    const decision = await decide(context);
    if (decision !== undefined) {
      const { change, reason, changes, extraRecipientIds, happenedAt, completeChange } = decision;
      const receptionistId = isOffice(actor) ? actor.id : null;
      await saveChange(tx, orderId, change, {
        actorId: actor.id,
        receptionistId,
        now,
        today: wall.date,
        reason,
        changes,
        extraRecipientIds,
        happenedAt,
      });
      await completeChange?.();
    }
    return (actor.role === 'farmer' ? await findFarmerOrder(tx, orderId, actor.id) : await findOrder(tx, orderId)) as Row;
  });
}

export const isOffice = ({ role }: Actor): boolean => role === 'receptionist' || role === 'admin';
export const isOwn = ({ order, actor }: OrderContext): boolean => order.farmerId === actor.id;
export const allowAny = (): boolean => true;

/** Hours until the order's session begins; negative after its begin. */
export function hoursUntilSession({ order, sessions, company, now }: OrderContext): number {
  const start = sessions.get(order.sessionId)?.startTime ?? '00:00:00';
  return (instantOf(order.date, start, company.timeZone).getTime() - now.getTime()) / 3_600_000;
}

const actionDescriptions: Record<string, string> = {
  confirm: 'confirmed',
  assign: 'crew assigned',
  start: 'started',
  take_back_start: 'start taken back',
  not_sprayed: 'not sprayed',
  finish: 'work reported done',
  sign_off: 'signed off',
  object: 'objected to',
  resolve: 'objection resolved',
  withdraw_objection: 'objection withdrawn',
  cancel: 'cancelled',
  reschedule: 'rescheduled',
  edit: 'details changed',
  merge_farmer: 'accounts of the farmer merged',
  paid: 'paid',
  payment_failed: 'payment failed',
  refunded: 'refunded',
  payment_corrected: 'payment corrected',
  payment_method: 'way of paying changed',
  adjust: 'area sprayed decided',
  transfer_reported: 'transfer reported',
  transfer_rejected: 'transfer not arrived',
  late_report: 'reported late',
  accept_report: 'late report accepted',
  set_aside_report: 'late report set aside',
  unassign: 'crew removed',
  weather_override: 'started although the weather said stop',
  weather_unaware: 'started without knowing that the weather said stop',
};

async function orderChanged({ tx, order }: OrderContext, expectedVersion: number): Promise<AppError> {
  const steps = await listStepsSince(tx, order.id, expectedVersion);
  // An exception to a ban is not for the farmer or the crew; the assignment before it is listed.
  const descriptions = steps
    .filter(({ action }) => action !== 'ban_override')
    .map(({ action, by }) => `${actionDescriptions[action] ?? action}${by === null ? '' : ` (${by})`}`);
  return new AppError(
    'ORDER_CHANGED',
    `The order has changed since you looked at it: ${descriptions.join(', ')}. Please look again before you decide.`,
  );
}
