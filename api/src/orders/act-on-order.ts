import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import type { Database, Row, Tx } from '../platform/postgres/database.ts';
import { instantOf, type WallTime, wallTime } from '../platform/time/clock.ts';
import type { Actor } from './order.ts';
import { type LockedOrder, lockOrder, saveChange, stepsSince } from './order-change-store.ts';
import type { Change } from './order-rules.ts';
import { findFarmerOrder, findOrder } from './order-store.ts';

/** Who does something, with what they saw of the order before (If-Match), if they said. */
export interface CommandContext {
  database: Database;
  catalog: Catalog;
  actor: Actor;
  now: Date;
  seenVersion?: number | undefined;
}

/** The order under lock, and all that a decision may need. */
export interface OrderContext extends CatalogFacts {
  tx: Tx;
  order: LockedOrder;
  actor: Actor;
  now: Date;
  /** The company's wall clock. */
  wall: WallTime;
}

export interface Decision {
  change: Change;
  reason?: string;
  people?: string[];
}

/** Another's order and none at all look the same. */
export const orderNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such order.');

/**
 * Every action on an order: lock it, see that the actor may see it and has seen its newest version, decide,
 * write the change with its history and events. Deciding nothing changes nothing. Answers with the order as
 * its actor sees it.
 */
export async function actOnOrder(
  { database, catalog, actor, now, seenVersion }: CommandContext,
  orderId: string,
  isVisible: (scene: OrderContext) => boolean | Promise<boolean>,
  decide: (scene: OrderContext) => Decision | undefined | Promise<Decision | undefined>,
): Promise<Row> {
  const facts = await catalog.facts();
  const wall = wallTime(now, facts.company.timeZone);
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    const scene = { ...facts, tx, order, actor, now, wall };
    if (!(await isVisible(scene))) throw orderNotFound();
    if (seenVersion !== undefined && seenVersion !== order.version) throw await changedMeanwhile(scene, seenVersion);
    const decision = await decide(scene);
    if (decision !== undefined) {
      const { change, reason, people } = decision;
      const receptionistId = isOffice(actor) ? actor.id : null;
      await saveChange(tx, orderId, change, { actorId: actor.id, receptionistId, now, today: wall.date, reason, people });
    }
    return (actor.role === 'farmer' ? await findFarmerOrder(tx, orderId, actor.id) : await findOrder(tx, orderId)) as Row;
  });
}

export const isOffice = ({ role }: Actor): boolean => role === 'receptionist' || role === 'admin';
export const isOwn = ({ order, actor }: OrderContext): boolean => order.farmerId === actor.id;
export const allowAny = (): boolean => true;

/** Hours until the order's session begins; negative once it has begun. */
export function hoursUntilSession({ order, sessions, company, now }: OrderContext): number {
  const start = sessions.get(order.sessionId)?.startTime ?? '00:00:00';
  return (instantOf(order.date, start, company.timeZone).getTime() - now.getTime()) / 3_600_000;
}

const historyWords: Record<string, string> = {
  confirm: 'confirmed',
  assign: 'crew assigned',
  start: 'started',
  finish: 'work reported done',
  sign_off: 'signed off',
  object: 'objected to',
  resolve: 'objection resolved',
  cancel: 'cancelled',
  reschedule: 'rescheduled',
  paid: 'paid',
  payment_failed: 'payment failed',
  refunded: 'refunded',
  payment_corrected: 'payment corrected',
};

async function changedMeanwhile({ tx, order }: OrderContext, seenVersion: number): Promise<AppError> {
  const steps = await stepsSince(tx, order.id, seenVersion);
  const told = steps.map(({ action, by }) => `${historyWords[action] ?? action}${by === null ? '' : ` (${by})`}`);
  return new AppError(
    'ORDER_CHANGED',
    `The order has changed since you looked at it: ${told.join(', ')}. Please look again before you decide.`,
  );
}
