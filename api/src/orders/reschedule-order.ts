import { findClosureReason } from '../catalog/closure-store.ts';
import { AppError, invalid } from '../errors.ts';
import type { Db, Row } from '../platform/postgres/database.ts';
import { actOnOrder, allowAny, type CommandContext, hoursUntilSession, isOffice, isOwn, type OrderContext } from './act-on-order.ts';
import { getBookableSession, getOfferedSession } from './bookable-session.ts';
import { movePlace } from './order-change-store.ts';
import { checkReschedulable, reschedule } from './order-rules.ts';
import type { Place } from './place.ts';
import { findAreaError } from './session-area.ts';

/** Removes the crew if a member is busy at the new time; returns the ids of the removed sprayers. */
export type ReleaseBusyCrew = (context: OrderContext, moveTo: Place) => Promise<string[]>;

const sessionFull = (date: string, startTime: string): AppError =>
  new AppError('SESSION_FULL', `${date} at ${startTime.slice(0, 5)} has just been taken. Please choose another session or date.`);

const sessionClosed = (date: string, startTime: string, reason: string | null): AppError =>
  new AppError(
    'SESSION_CLOSED',
    `${date} at ${startTime.slice(0, 5)} is closed${reason === null ? '' : ` (${reason})`}. Please choose another session or date.`,
  );

/** Why an offered session has no place: it is closed, or full. */
export async function sessionUnavailable(db: Db, { date, sessionId }: Place, startTime: string): Promise<AppError> {
  const closure = await findClosureReason(db, date, sessionId);
  return closure === undefined ? sessionFull(date, startTime) : sessionClosed(date, startTime, closure.reason);
}

export const sessionMoved = (startTime: string): AppError =>
  invalid({ path: 'session.id', message: `now begins at ${startTime.slice(0, 5)}: please look at the sessions again` });

/** Moves an order to another place; the new place is taken and the old one freed in one transaction. */
export function rescheduleOrder(command: CommandContext, orderId: string, moveTo: Place, releaseBusyCrew: ReleaseBusyCrew): Promise<Row> {
  return actOnOrder(command, orderId, command.actor.role === 'farmer' ? isOwn : allowAny, async (context) => {
    const { tx, order, actor, wall } = context;
    checkReschedulable(order, actor.role, hoursUntilSession(context));
    if (order.date === moveTo.date && order.sessionId === moveTo.sessionId) return undefined;
    const session = getBookableSession(moveTo, context, wall);
    const area = isOffice(actor) ? null : order.area;
    if (!(await movePlace(tx, order, moveTo, session.startTime, area))) {
      command.catalog.invalidate();
      const reloaded = getOfferedSession(moveTo, await command.catalog.facts());
      if (reloaded.startTime !== session.startTime) throw sessionMoved(reloaded.startTime);
      const areaError = area === null ? undefined : await findAreaError(tx, moveTo, area, context.company);
      throw areaError ?? (await sessionUnavailable(tx, moveTo, session.startTime));
    }
    const released = order.status === 'assigned' ? await releaseBusyCrew(context, moveTo) : [];
    const change = reschedule(order, actor.role, moveTo, released.length === 0);
    if (released.length > 0) change.events.push('unassigned');
    return { change, extraRecipientIds: released };
  });
}
