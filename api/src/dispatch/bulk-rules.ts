import { AppError, type ErrorCode } from '../errors.ts';
import type { EventType, OrderStatus } from '../orders/order.ts';

export const bulkActionKinds = ['move', 'assign', 'cancel', 'message'] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

export const maxBulkOrders = 200;

/** Time to undo a bulk action. Refunds of a bulk cancellation wait longer (payments/intent-store.ts), so none overlaps with undoing it. */
export const undoPeriodMinutes = 10;

/** Why an order blocks an action. */
export interface OrderConflict {
  orderId: string;
  code: ErrorCode;
  message: string;
}

/** The error of an action that was rejected because of some of its orders. */
export function bulkBlocked(conflicts: readonly OrderConflict[], orderCount: number): AppError {
  return new AppError(
    'BULK_BLOCKED',
    `Nothing was changed: ${conflicts.length} of ${orderCount} orders stand in the way. Leave them out, or choose something else.`,
    { errors: conflicts.map(({ orderId, code, message }) => ({ path: `order.${orderId}`, message, code })) },
  );
}

/** Status, place and crew of an order: what a bulk action changes and undoing it restores. */
export interface OrderPlan {
  status: OrderStatus;
  date: string;
  sessionId: string;
  /** Ids of the crew, ascending. Empty unless a crew is assigned. */
  crewIds: string[];
}

export interface RecordedOrder {
  orderId: string;
  before: OrderPlan;
  after: OrderPlan;
  wasPaid: boolean;
}

/** A part of the state that the client saw; a missing field is not compared. */
export interface SeenOrder {
  id: string;
  orderStatus?: OrderStatus | undefined;
  date?: string | undefined;
  sessionId?: string | undefined;
}

export function differsFromSeen(order: { status: OrderStatus; date: string; sessionId: string }, seen: SeenOrder): boolean {
  return (
    (seen.orderStatus !== undefined && seen.orderStatus !== order.status) ||
    (seen.date !== undefined && seen.date !== order.date) ||
    (seen.sessionId !== undefined && seen.sessionId !== order.sessionId)
  );
}

export const sameIds = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((id) => b.includes(id));

const samePlan = (a: OrderPlan, b: OrderPlan): boolean =>
  a.status === b.status && a.date === b.date && a.sessionId === b.sessionId && sameIds(a.crewIds, b.crewIds);

/** Why one order cannot be restored; undefined: it can, if its place and crew are free. */
export function undoConflict(now: OrderPlan & { isPaid: boolean }, { orderId, after, wasPaid }: RecordedOrder): OrderConflict | undefined {
  if (wasPaid && !now.isPaid)
    return { orderId, code: 'ALREADY_REFUNDED', message: 'It has been refunded, so it stays as it is. Book it again.' };
  if (!samePlan(now, after)) return { orderId, code: 'ORDER_CHANGED', message: 'It has been changed since then.' };
  return undefined;
}

export interface StoredBulkAction {
  id: string;
  kind: BulkActionKind;
  at: Date;
  undone: boolean;
}

export const undoableUntil = (at: Date): Date => new Date(at.getTime() + undoPeriodMinutes * 60_000);

/** Throws if the action as a whole cannot be undone. */
export function checkUndoable({ kind, at, undone }: StoredBulkAction, now: Date): void {
  if (kind === 'message') throw new AppError('CANNOT_UNDO', 'A message that was sent cannot be taken back. You can send another one.');
  if (undone) throw new AppError('ALREADY_UNDONE', 'This has been undone already.');
  if (now.getTime() > undoableUntil(at).getTime())
    throw new AppError('UNDO_EXPIRED', `This can be undone for ${undoPeriodMinutes} minutes only. Please change the orders by hand.`);
}

/** The events of undoing an action on one order. The removed sprayers get `unassigned`. */
export function undoEvents(kind: BulkActionKind, { before, after }: RecordedOrder): { events: EventType[]; removedIds: string[] } {
  const removedIds = kind === 'cancel' ? [] : after.crewIds.filter((id) => !before.crewIds.includes(id));
  const hasNewCrew = before.crewIds.some((id) => !after.crewIds.includes(id));
  const events: EventType[] =
    kind === 'move'
      ? hasNewCrew
        ? ['rescheduled', 'assigned']
        : ['rescheduled']
      : kind === 'assign' && before.status === 'assigned'
        ? ['assigned']
        : ['restored'];
  return { events: removedIds.length > 0 ? [...events, 'unassigned'] : events, removedIds };
}
