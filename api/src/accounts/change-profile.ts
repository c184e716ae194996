import type { Database, Row } from '../platform/postgres/database.ts';
import { deleteLinks } from './password-link-store.ts';
import { type PersonInput, withChanges } from './person.ts';
import { lockPerson, savePerson } from './person-store.ts';
import { refusingDuplicates } from './register.ts';

/** People look after their own name, address and ways to be reached. */
export function changeProfile(database: Database, userId: string, input: PersonInput): Promise<Row> {
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const before = await lockPerson(tx, userId);
      if (before === undefined) throw new Error('a signed-in user is missing');
      const after = withChanges(before, input);
      // A link that went to the old address is not for whoever reads it now.
      if (after.email !== before.email) await deleteLinks(tx, userId);
      return savePerson(tx, userId, after);
    }),
  );
}
