import { lockRemaining } from '../accounts/person-store.ts';
import { AppError, invalid } from '../errors.ts';
import { notifyOrderChanges } from '../notifications/notification-store.ts';
import { type CommandContext, isOffice } from '../orders/act-on-order.ts';
import { bookableDaysAhead } from '../orders/order-rules.ts';
import { addDays, wallTime } from '../platform/time/clock.ts';
import { maxOpenEntries, type WaitingWish } from './waiting.ts';
import { findRangeErrors, maxRangeDays } from './waiting-rules.ts';
import { findFreePlace, insertCheck, insertEntry, insertStep } from './waiting-store.ts';

/** Adds an entry to the end of the line and returns its id. Refused while one of the wanted places is free: it can be booked. */
export async function joinWaitingList(
  { database, catalog, actor, now }: CommandContext,
  askedFor: string,
  wish: WaitingWish,
): Promise<string> {
  const { company, crops, sessions } = await catalog.facts();
  const wall = wallTime(now, company.timeZone);
  const longest = wish.from > '9998-12-31' ? '9999-12-31' : addDays(wish.from, maxRangeDays - 1);
  const errors = findRangeErrors(wish, { today: wall.date, lastDate: addDays(wall.date, bookableDaysAhead), longest });
  for (const [at, id] of wish.sessionIds.entries())
    if (sessions.get(id)?.active !== true) errors.push({ path: `sessionIds.${at}`, message: 'is not one of our sessions' });
  if (crops.get(wish.cropId)?.active !== true) errors.push({ path: 'cropType.id', message: 'is not a crop that we spray' });
  if (errors.length > 0) throw invalid(...errors);
  if (wish.to === wall.date && wish.sessionIds.every((id) => (sessions.get(id)?.startTime ?? '') <= wall.time))
    throw new AppError('SESSION_BEGUN', 'These sessions have begun. Please choose a later date.');
  return database.transaction(async (tx) => {
    const free = await findFreePlace(tx, wish, wall);
    if (free !== undefined)
      throw new AppError('PLACE_FREE', `${free.date} at ${free.startTime.slice(0, 5)} has a free place. Please book it.`);
    const farmerId = await lockRemaining(tx, askedFor);
    const id = await insertEntry(tx, farmerId, { ...wish, location: wish.location.trim() }, now);
    if (id === undefined) {
      throw new AppError(
        'WAITING_LIMIT',
        isOffice(actor)
          ? `The farmer waits for ${maxOpenEntries} times already. Please remove one first.`
          : `You wait for ${maxOpenEntries} times already. Please leave one first.`,
      );
    }
    await insertStep(tx, id, { action: 'joined', actorId: actor.id }, now);
    await insertCheck(tx, id);
    await notifyOrderChanges(tx, [{ orderId: '', people: [farmerId] }]);
    return id;
  });
}
