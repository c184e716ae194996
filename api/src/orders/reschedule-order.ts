import { AppError, invalid } from '../errors.ts';
import type { Row } from '../platform/postgres/database.ts';
import { addDays } from '../platform/time/clock.ts';
import { actOnOrder, allowAny, type CommandContext, hoursUntilSession, isOwn, type OrderContext } from './act-on-order.ts';
import { movePlace } from './order-change-store.ts';
import { bookableDaysAhead, checkBookable, checkReschedulable, reschedule } from './order-rules.ts';
import type { Place } from './place.ts';

/** Lets the crew go if it is not free at the new time; answers with whom it let go. */
export type ReleaseBusyCrew = (scene: OrderContext, moveTo: Place) => Promise<string[]>;

export const sessionFull = (date: string, startTime: string): AppError =>
  new AppError('SESSION_FULL', `${date} at ${startTime.slice(0, 5)} has just been taken. Please choose another session or date.`);

export const sessionMoved = (startTime: string): AppError =>
  invalid({ path: 'session.id', message: `now begins at ${startTime.slice(0, 5)}: please look at the sessions again` });

/** The new place is taken and the old one freed in one step, or neither. */
export function rescheduleOrder(acting: CommandContext, orderId: string, moveTo: Place, releaseBusyCrew: ReleaseBusyCrew): Promise<Row> {
  return actOnOrder(acting, orderId, acting.actor.role === 'farmer' ? isOwn : allowAny, async (scene) => {
    const { tx, order, actor, sessions, wall } = scene;
    checkReschedulable(order, actor.role, hoursUntilSession(scene));
    if (order.date === moveTo.date && order.sessionId === moveTo.sessionId) return undefined;
    const session = sessions.get(moveTo.sessionId);
    if (session?.active !== true) throw invalid({ path: 'session.id', message: 'is not one of our sessions' });
    checkBookable({ date: moveTo.date, sessionStart: session.startTime, now: wall, lastDate: addDays(wall.date, bookableDaysAhead) });
    if (!(await movePlace(tx, order, moveTo, session.startTime))) {
      acting.catalog.forget();
      const known = (await acting.catalog.facts()).sessions.get(moveTo.sessionId);
      if (known?.active !== true) throw invalid({ path: 'session.id', message: 'is not one of our sessions' });
      throw known.startTime === session.startTime ? sessionFull(moveTo.date, session.startTime) : sessionMoved(known.startTime);
    }
    const letGo = order.status === 'assigned' ? await releaseBusyCrew(scene, moveTo) : [];
    const change = reschedule(order, actor.role, moveTo, letGo.length === 0);
    if (letGo.length > 0) change.events.push('unassigned');
    return { change, people: letGo };
  });
}
