import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { notifyOrderChanges } from '../notifications/notification-store.ts';
import type { CommandContext } from '../orders/act-on-order.ts';
import { checkBookableAt } from '../orders/bookable-session.ts';
import type { Place } from '../orders/place.ts';
import { sessionUnavailable } from '../orders/reschedule-order.ts';
import { findAreaError } from '../orders/session-area.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { timesOfOffer } from './offer-time.ts';
import { isPlaceEmptied, undoableSince } from './outdated-offer-store.ts';
import { holdPlace, insertOffer, type LockedPlace, listCandidates, lockPlace, maxCandidates } from './waiting-offer-store.ts';
import { type OfferTimes, skipReason } from './waiting-rules.ts';
import { findEntry, insertSkipOfLine, insertSkips, insertStep, readWaitingSetting, setStatus } from './waiting-store.ts';

/** Office and farmer see the change at once. Without an order id, lists are read again. */
export const notifyWaiting = (tx: Tx, farmerId: string): Promise<void> => notifyOrderChanges(tx, [{ orderId: '', people: [farmerId] }]);

export async function timesFor(
  tx: Tx,
  catalog: Catalog,
  place: LockedPlace,
  now: Date,
  isByHand: boolean,
): Promise<OfferTimes | undefined> {
  const { timeZone } = (await catalog.facts()).company;
  return timesOfOffer({ place, now, timeZone, setting: await readWaitingSetting(tx), isByHand });
}

export interface OfferResult {
  isOffered: boolean;
  /** The last entry that was looked at; undefined: nobody else waits for the place. */
  last: string | undefined;
}

/**
 * Offers a free place to the entry that has waited longest for it, and stores why others before it were passed over. The place must be
 * locked. Of a long line only a part is looked at, from after this entry on.
 */
export async function offerNext(tx: Tx, catalog: Catalog, place: LockedPlace, now: Date, after = '0'): Promise<OfferResult> {
  if (!place.isFree) return { isOffered: false, last: undefined };
  const times = await timesFor(tx, catalog, place, now, false);
  const isEmptied = await isPlaceEmptied(tx, place, undoableSince(now));
  const skips: { entryId: string; reason: string }[] = [];
  const candidates = await listCandidates(tx, place, after);
  let last = candidates.length < maxCandidates ? undefined : candidates.at(-1)?.entryId;
  let isOffered = false;
  for (const candidate of candidates) {
    const { entryId, farmerId, area } = candidate;
    const reason = skipReason(candidate, times !== undefined, isEmptied);
    if (reason !== undefined) {
      skips.push({ entryId, reason });
      continue;
    }
    // The farmer may have left since the line was read.
    if (times === undefined || !(await setStatus(tx, entryId, 'waiting', 'offered'))) continue;
    await holdPlace(tx, place);
    await insertOffer(tx, { ...times, entryId, area, place, actorId: null }, now);
    await insertStep(tx, entryId, { action: 'offered', place, actorId: null }, now);
    await notifyWaiting(tx, farmerId);
    isOffered = true;
    last = entryId;
    break;
  }
  await insertSkips(tx, place, skips, null, now);
  return { isOffered, last };
}

/** The office offers a free place to any entry, also shortly before the session. Those who wait longer for it are passed over. */
export async function offerByHand({ database, catalog, actor, now }: CommandContext, entryId: string, moveTo: Place): Promise<void> {
  const { company, sessions } = await catalog.facts();
  const session = sessions.get(moveTo.sessionId);
  if (session?.active !== true) throw new AppError('NOT_FOUND', 'There is no such session.');
  const wall = wallTime(now, company.timeZone);
  checkBookableAt(moveTo.date, session.startTime, wall);
  await database.transaction(async (tx) => {
    const place = await lockPlace(tx, moveTo);
    const entry = await findEntry(tx, entryId);
    if (entry === undefined) throw new AppError('NOT_FOUND', 'There is no such entry.');
    if (place?.isFree !== true) throw await sessionUnavailable(tx, moveTo, session.startTime);
    const areaError = await findAreaError(tx, moveTo, entry.area, company);
    if (areaError !== undefined) throw areaError;
    const times = await timesFor(tx, catalog, place, now, true);
    if (times === undefined) throw new AppError('SESSION_BEGUN', 'This session has begun. Please choose a later one.');
    if (!(await setStatus(tx, entryId, 'waiting', 'offered')))
      throw new AppError('WAITING_ENTRY_CLOSED', 'The farmer has an offer already, or no longer waits.');
    await holdPlace(tx, place);
    await insertOffer(tx, { ...times, entryId, area: entry.area, place, actorId: actor.id }, now);
    await insertStep(tx, entryId, { action: 'offered', place, actorId: actor.id }, now);
    await insertSkipOfLine(tx, place, 'by_hand', { before: entryId, actorId: actor.id }, now);
    await notifyWaiting(tx, entry.farmerId);
  });
}
