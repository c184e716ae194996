import { AppError } from '../errors.ts';
import { type Place, placeKey } from '../orders/place.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { notifyWaiting } from './offer-place.ts';
import { moveEntries } from './waiting-merge-store.ts';
import { endOffer, findOpenOffer, releasePlace } from './waiting-offer-store.ts';
import { insertStep, setStatus } from './waiting-store.ts';

export interface WaitingMerge {
  duplicateId: string;
  keptId: string;
  /** The places that lockWaiting() has locked. */
  places: readonly Place[];
  actorId: string;
  reason: string;
  now: Date;
}

/** Moves a farmer's entries to the account that is kept. Those above its limit are removed, and what their offers hold becomes free. */
export async function mergeWaiting(tx: Tx, { duplicateId, keptId, places, actorId, reason, now }: WaitingMerge): Promise<void> {
  const locked = new Set(places.map(placeKey));
  for (const { id, status } of await moveEntries(tx, duplicateId, keptId)) {
    const offer = status === 'offered' ? await findOpenOffer(tx, id) : undefined;
    // Made after the places were locked: to lock another one now could deadlock.
    if (offer !== undefined && !locked.has(placeKey(offer)))
      throw new AppError('OVERLOADED', 'The waiting list is being changed. Please try again in a moment.', { retryAfterSeconds: 2 });
    await setStatus(tx, id, status, 'removed');
    await insertStep(tx, id, { action: 'removed', reason, actorId }, now);
    if (offer !== undefined) {
      await endOffer(tx, offer.id, 'withdrawn');
      await releasePlace(tx, offer);
      await insertStep(tx, id, { action: 'withdrawn', place: offer, actorId }, now);
    }
  }
  // Also the entries removed above.
  await moveEntries(tx, duplicateId, keptId);
  await notifyWaiting(tx, keptId);
}
