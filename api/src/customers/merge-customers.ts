import { sendAccessNotices } from '../accounts/access-notice.ts';
import { phoneKey } from '../accounts/account-rules.ts';
import { insertAudit } from '../accounts/audit-store.ts';
import { endAccess, moveEnded } from '../accounts/ended-access-store.ts';
import { lockOrdersOf } from '../accounts/order-lock-store.ts';
import { deleteLinks } from '../accounts/password-link-store.ts';
import { moveBans } from '../dispatch/crew-ban-store.ts';
import { AppError, invalid } from '../errors.ts';
import { moveFields } from '../fields/field-store.ts';
import { mergeWaiting } from '../waiting/merge-waiting.ts';
import { lockWaiting } from '../waiting/waiting-merge-store.ts';
import type { CustomerContext } from './change-customer.ts';
import { noSuchFarmer } from './change-customer.ts';
import { closeMergedAccount, keepNumber, lockFarmers, moveBelongings } from './merge-store.ts';

/** Moves all data of a duplicate account to the remaining account and deactivates the duplicate. It cannot be undone. */
export function mergeCustomers(
  { database, actorId, now, hasSms }: CustomerContext & { hasSms: boolean },
  keptId: string,
  duplicateId: string,
): Promise<void> {
  if (keptId === duplicateId) throw invalid({ path: 'farmerId', message: 'must be another farmer' });
  return database.transaction(async (tx) => {
    // Orders, places, entries of the waiting list, farmers: the order of bookings and of accepted offers.
    await lockOrdersOf(tx, [duplicateId, keptId]);
    const places = await lockWaiting(tx, duplicateId);
    const parties = await lockFarmers(tx, duplicateId, keptId);
    const kept = parties.find(({ id }) => id === keptId);
    const duplicate = parties.find(({ id }) => id === duplicateId);
    if (kept === undefined) throw noSuchFarmer();
    if (duplicate === undefined) throw invalid({ path: 'farmerId', message: 'is not a farmer' });
    if (kept.merged || duplicate.merged)
      throw new AppError('FARMER_MERGED', 'One of these accounts has been merged into another already. Please look again.');
    if (!kept.active) throw new AppError('FARMER_DEACTIVATED', `${kept.fullName} is deactivated. Please keep the other account.`);
    const reason = `${duplicate.fullName} → ${kept.fullName}`;
    // Before the duplicate loses its address and number, and its messages go to the account that stays.
    await sendAccessNotices(tx, [duplicateId, keptId], 'merge', { hasSms, now });
    const moved = await moveBelongings(tx, duplicateId, keptId, { actorId, now, reason });
    const bans = await moveBans(tx, duplicateId, keptId);
    const fields = await moveFields(tx, duplicateId, keptId);
    await mergeWaiting(tx, { duplicateId, keptId, places, actorId, reason, now });
    await closeMergedAccount(tx, duplicateId, keptId);
    const { confirmedNumber } = duplicate;
    if (confirmedNumber !== null && (await keepNumber(tx, keptId, confirmedNumber, phoneKey(confirmedNumber)))) {
      const numbers = [{ field: 'phoneNumber', from: kept.confirmedNumber, to: confirmedNumber }];
      await insertAudit(tx, { actorId, action: 'user_update', subjectType: 'user', subjectId: keptId, changes: numbers }, now);
    }
    await endAccess(tx, duplicateId, 'recovery', now);
    await moveEnded(tx, duplicateId, keptId);
    await deleteLinks(tx, duplicateId);
    const changes = [
      { field: 'mergedInto', from: null, to: keptId },
      ...Object.entries({ ...moved, bans, fields }).flatMap(([field, count]) => (count === 0 ? [] : [{ field, from: count, to: 0 }])),
    ];
    await insertAudit(tx, { actorId, action: 'user_merge', subjectType: 'user', subjectId: duplicateId, changes }, now);
  });
}
