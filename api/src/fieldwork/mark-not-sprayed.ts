import { isCrewMember, readCrew, removeCrewExcept } from '../dispatch/crew-store.ts';
import { actOnOrder, type CommandContext, isOffice, type OrderContext } from '../orders/act-on-order.ts';
import { markNotSprayed, takeBackStart } from '../orders/order-rules.ts';
import type { Row } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { fieldTime, type PhoneTime } from './field-time-rules.ts';
import type { NotSprayedReason } from './not-sprayed-rules.ts';
import { deleteStartWeather, findLastStart, insertNotSprayed, isMarkedNotSprayed } from './not-sprayed-store.ts';

export interface NotSprayedInput {
  reason: NotSprayedReason;
  note?: string | undefined;
  /** When the crew noted it on the phone, which may have been offline. */
  noted?: PhoneTime | undefined;
}

/**
 * Ends a visit without spraying: the crew is removed, a started visit ends without a record, and the order keeps its place until the office
 * moves or cancels it. Cash taken stays in the ledger. Nothing changes if the other crew member has marked it already.
 */
export function endWithoutSpraying(command: CommandContext, orderId: string, { reason, note, noted }: NotSprayedInput): Promise<Row> {
  const mayMark = async ({ tx, order, actor }: OrderContext) =>
    isOffice(actor) || (await isCrewMember(tx, order.id, actor.id)) || (await isMarkedNotSprayed(tx, order.id, actor.id));
  return actOnOrder(command, orderId, mayMark, async ({ tx, order, actor, now, company }) => {
    if (!isOffice(actor) && !(await isCrewMember(tx, order.id, actor.id))) return undefined;
    const happenedAt = fieldTime(noted, now) ?? now;
    const change = markNotSprayed(order, actor.role, wallTime(happenedAt, company.timeZone).date);
    const removed = await readCrew(tx, order.id);
    await removeCrewExcept(tx, order.id, []);
    await deleteStartWeather(tx, order.id);
    const { date, sessionId } = order;
    await insertNotSprayed(tx, { orderId, date, sessionId, reason, note: note?.trim() || null, actorId: actor.id, at: happenedAt }, now);
    return { change, reason, happenedAt, extraRecipientIds: removed };
  });
}

/** The sprayer who started by mistake takes it back: the order is assigned to the same crew again. */
export function takeBackStartOfWork(command: CommandContext, orderId: string, noted: PhoneTime | undefined): Promise<Row> {
  const isInCrew = ({ tx, order, actor }: OrderContext): Promise<boolean> => isCrewMember(tx, order.id, actor.id);
  return actOnOrder(command, orderId, isInCrew, async ({ tx, order, actor, now }) => {
    const happenedAt = fieldTime(noted, now) ?? now;
    const change = takeBackStart(order, actor.id, await findLastStart(tx, order.id), happenedAt);
    await deleteStartWeather(tx, order.id);
    return { change, happenedAt };
  });
}
