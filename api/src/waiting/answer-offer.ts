import type { Catalog } from '../catalog/catalog.ts';
import { AppError } from '../errors.ts';
import { type CommandContext, isOffice } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockFarmerBookings } from '../orders/order-store.ts';
import { placeOrder } from '../orders/place-order.ts';
import { type Tx, withinTransaction } from '../platform/postgres/database.ts';
import { notifyWaiting, offerNext, timesFor } from './offer-place.ts';
import { isOfferOutdated } from './outdated-offer-store.ts';
import type { Offer, OfferStatus } from './waiting.ts';
import {
  endOffer,
  findOffer,
  findOpenOffer,
  type LockedPlace,
  lockOffer,
  lockPlace,
  releasePlace,
  setTimes,
} from './waiting-offer-store.ts';
import { findEntry, insertCheck, insertPlaceCheck, insertStep, setStatus, type WaitingEntry } from './waiting-store.ts';

export const offerNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such offer.');
export const entryNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such entry on the waiting list.');

/** Also for an offer to another farmer, so that clients cannot find out which ids exist. */
async function lockOwnOffer(tx: Tx, actor: Actor, offerId: string, mayBook: boolean): Promise<{ place: LockedPlace; offer: Offer }> {
  const found = await findOffer(tx, offerId);
  if (found === undefined || (!isOffice(actor) && found.farmerId !== actor.id)) throw offerNotFound();
  if (mayBook && !isOffice(actor)) await lockFarmerBookings(tx, found.farmerId);
  const place = await lockPlace(tx, found);
  const offer = await lockOffer(tx, offerId);
  if (place === undefined || offer === undefined) throw offerNotFound();
  return { place, offer };
}

const offerEnded = (status: OfferStatus): AppError =>
  new AppError(
    'OFFER_ENDED',
    status === 'open' || status === 'expired'
      ? 'The time to answer this offer is over, and the place goes to the next in line. You still wait for other times.'
      : status === 'declined'
        ? 'This offer was declined. You still wait for other times.'
        : status === 'withdrawn'
          ? 'This offer was taken back. You still wait for other times.'
          : 'This offer has ended.',
  );

/** Books the place that the offer holds, by the normal booking. Accepting again returns the same order. Returns the id of the order. */
export function acceptOffer(command: CommandContext, offerId: string): Promise<string> {
  const { database, actor, now } = command;
  return database.transaction(async (tx) => {
    const { offer } = await lockOwnOffer(tx, actor, offerId, true);
    if (offer.status === 'accepted' && offer.orderId !== null) return offer.orderId;
    if (offer.status !== 'open' || offer.expiresAt <= now) throw offerEnded(offer.status);
    if (await isOfferOutdated(tx, offerId)) throw offerEnded('withdrawn');
    const entry = (await findEntry(tx, offer.entryId)) as WaitingEntry;
    if (!entry.isFarmerActive)
      throw isOffice(actor)
        ? new AppError('FARMER_DEACTIVATED', 'The farmer is deactivated. An admin can activate the account again.')
        : offerNotFound();
    // The row stays locked, so the released place can only be taken by the booking that follows.
    await endOffer(tx, offerId, 'accepted');
    await releasePlace(tx, offer);
    const { location, latitude, longitude, cropId, area, paymentMethod } = entry;
    const order = await placeOrder({ ...command, database: withinTransaction(database, tx) }, entry.farmerId, {
      date: offer.date,
      session: { id: offer.sessionId },
      location,
      latitude,
      longitude,
      cropType: { id: cropId },
      area: Number(area),
      paymentMethod,
      confirmed: true,
    });
    const orderId = String(order[0]);
    await setStatus(tx, entry.id, 'offered', 'booked', orderId);
    await insertStep(tx, entry.id, { action: 'accepted', place: offer, actorId: actor.id }, now);
    await notifyWaiting(tx, entry.farmerId);
    return orderId;
  });
}

/** Ends a locked open offer without a booking; the place goes to the next in line in the same transaction. */
async function passOn(
  tx: Tx,
  catalog: Catalog,
  { offer, place }: { offer: Offer; place: LockedPlace },
  status: 'declined' | 'expired' | 'withdrawn',
  actorId: string | null,
  now: Date,
): Promise<void> {
  await endOffer(tx, offer.id, status);
  await releasePlace(tx, offer);
  await insertStep(tx, offer.entryId, { action: status, place: offer, actorId }, now);
  // A place that became free while the entry had this offer may suit it. Entries that have left the list are not looked at.
  await insertCheck(tx, offer.entryId);
  const free = await lockPlace(tx, place);
  const result = free === undefined ? undefined : await offerNext(tx, catalog, free, now);
  // The job looks at the rest of a long line.
  if (result?.isOffered === false && result.last !== undefined) await insertPlaceCheck(tx, place);
  await notifyWaiting(tx, offer.farmerId);
}

/** The entry keeps its position for other places. Declining again changes nothing. Returns the id of the entry. */
export function declineOffer({ database, catalog, actor, now }: CommandContext, offerId: string): Promise<string> {
  return database.transaction(async (tx) => {
    const locked = await lockOwnOffer(tx, actor, offerId, false);
    const { offer } = locked;
    if (offer.status === 'declined') return offer.entryId;
    if (offer.status !== 'open') throw offerEnded(offer.status);
    await setStatus(tx, offer.entryId, 'offered', 'waiting');
    await passOn(tx, catalog, locked, 'declined', actor.id, now);
    return offer.entryId;
  });
}

/**
 * Ends an offer whose time is over and returns it, if its farmer could have answered. One that was never sent, because the service did not
 * run, gets new times, or is withdrawn if it is too late for them.
 */
export async function expireOffer(tx: Tx, catalog: Catalog, offerId: string, now: Date): Promise<Offer | undefined> {
  const found = await findOffer(tx, offerId);
  if (found === undefined) return undefined;
  const place = await lockPlace(tx, found);
  const offer = await lockOffer(tx, offerId);
  if (place === undefined || offer === undefined || offer.status !== 'open' || offer.expiresAt > now) return undefined;
  if (!offer.isSent) {
    const times = await timesFor(tx, catalog, place, now, offer.isByHand);
    if (times !== undefined) {
      await setTimes(tx, offerId, times);
      await notifyWaiting(tx, offer.farmerId);
      return undefined;
    }
  }
  await setStatus(tx, offer.entryId, 'offered', 'waiting');
  await passOn(tx, catalog, { offer, place }, offer.isSent ? 'expired' : 'withdrawn', null, now);
  return offer.isSent ? offer : undefined;
}

/** Takes an open offer back, and returns it; undefined: it has ended meanwhile. The entry keeps waiting. */
export async function withdrawOffer(tx: Tx, catalog: Catalog, offerId: string, now: Date): Promise<Offer | undefined> {
  const found = await findOffer(tx, offerId);
  if (found === undefined) return undefined;
  const place = await lockPlace(tx, found);
  const offer = await lockOffer(tx, offerId);
  if (place === undefined || offer?.status !== 'open') return undefined;
  await setStatus(tx, offer.entryId, 'offered', 'waiting');
  await passOn(tx, catalog, { offer, place }, 'withdrawn', null, now);
  return offer;
}

const maxAttempts = 5;

/** Takes an entry off the list. An open offer passes to the next in line. false: it was off the list already. */
export function leaveWaitingList({ database, catalog, actor, now }: CommandContext, entryId: string, reason?: string): Promise<boolean> {
  const to = isOffice(actor) ? 'removed' : 'left';
  return database.transaction(async (tx) => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const entry = await findEntry(tx, entryId);
      if (entry === undefined || (!isOffice(actor) && entry.farmerId !== actor.id)) throw entryNotFound();
      if (entry.status === 'left' || entry.status === 'removed') return false;
      if (entry.status === 'booked' || entry.status === 'ended')
        throw new AppError('WAITING_ENTRY_CLOSED', 'This entry is no longer on the waiting list.');
      const step = { action: to, reason, actorId: actor.id } as const;
      const open = entry.status === 'offered' ? await findOpenOffer(tx, entryId) : undefined;
      if (open !== undefined) {
        const place = await lockPlace(tx, open);
        const offer = await lockOffer(tx, open.id);
        if (place === undefined || offer?.status !== 'open') continue;
        await setStatus(tx, entryId, 'offered', to);
        await insertStep(tx, entryId, step, now);
        await passOn(tx, catalog, { offer, place }, 'withdrawn', actor.id, now);
        return true;
      }
      // An offer may be made between the read and this update.
      if (await setStatus(tx, entryId, 'waiting', to)) {
        await insertStep(tx, entryId, step, now);
        await notifyWaiting(tx, entry.farmerId);
        return true;
      }
    }
    throw new AppError('OVERLOADED', 'The entry is being changed. Please try again in a moment.', { retryAfterSeconds: 2 });
  });
}
