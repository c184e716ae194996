import { phoneKey } from '../accounts/account-rules.ts';
import { insertAudit } from '../accounts/audit-store.ts';
import { lockNumber } from '../accounts/confirmed-number-store.ts';
import { savePerson } from '../accounts/person-store.ts';
import { refusingDuplicates } from '../accounts/register.ts';
import { releaseNumbers } from '../accounts/release-numbers.ts';
import { AppError, invalid } from '../errors.ts';
import { type CustomerContext, lockFarmer } from './change-customer.ts';

/** Confirms the number of a farmer after a call. Other accounts that have typed the number lose it. Repeating it changes nothing. */
export function confirmNumber({ database, actorId, now }: CustomerContext, id: string, phoneNumber: string): Promise<void> {
  const key = phoneKey(phoneNumber);
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      await lockNumber(tx, key);
      const farmer = await lockFarmer(tx, id);
      if (!farmer.active)
        throw new AppError('FARMER_DEACTIVATED', `${farmer.fullName} is deactivated. An admin can activate the account again.`);
      if (farmer.phoneNumber === null || phoneKey(farmer.phoneNumber) !== key)
        throw invalid({ path: 'phoneNumber', message: 'is not the number of this farmer any more' });
      if (farmer.phoneConfirmed) return;
      await savePerson(tx, id, { ...farmer, phoneConfirmed: true });
      await releaseNumbers(tx, [key], actorId, now);
      const changes = [{ field: 'phoneNumber', from: null, to: farmer.phoneNumber }];
      await insertAudit(tx, { actorId, action: 'phone_confirm', subjectType: 'user', subjectId: id, changes }, now);
    }),
  );
}
