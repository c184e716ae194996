import type { Tx } from '../platform/postgres/database.ts';
import { phoneKey } from './account-rules.ts';
import { insertAudit } from './audit-store.ts';
import { removeUnconfirmedNumbers } from './confirmed-number-store.ts';
import { lockOrdersOfUnconfirmed } from './order-lock-store.ts';
import type { Person } from './person-store.ts';

/** After a number was confirmed for one account: other accounts lose it. `actorId`: who confirmed it. */
export async function releaseNumbers(tx: Tx, phoneKeys: readonly string[], actorId: string, now: Date): Promise<void> {
  if (phoneKeys.length === 0) return;
  await lockOrdersOfUnconfirmed(tx, phoneKeys);
  for (const { userId, phoneNumber } of await removeUnconfirmedNumbers(tx, phoneKeys)) {
    const changes = [{ field: 'phoneNumber', from: phoneNumber, to: null }];
    await insertAudit(tx, { actorId, action: 'phone_remove', subjectType: 'user', subjectId: userId, changes }, now);
  }
}

/** The same after a change of a person, if the number is new. */
export async function releaseNewNumber(tx: Tx, before: Person, after: Person, actorId: string, now: Date): Promise<void> {
  if (after.phoneNumber === null || !after.phoneConfirmed || after.phoneNumber === before.phoneNumber) return;
  await releaseNumbers(tx, [phoneKey(after.phoneNumber)], actorId, now);
}
