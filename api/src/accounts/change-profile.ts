import type { Database, Row } from '../platform/postgres/database.ts';
import { deleteLinks } from './password-link-store.ts';
import { type PersonInput, withChanges } from './person.ts';
import { lockPerson, savePerson } from './person-store.ts';
import { refusingDuplicates } from './register.ts';

/** Changes a user's own name, address and contact data. */
export function changeProfile(database: Database, userId: string, input: PersonInput): Promise<Row> {
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      const before = await lockPerson(tx, userId);
      if (before === undefined) throw new Error('a signed-in user is missing');
      const after = withChanges(before, input);
      // Password links sent to the old address must not work any more.
      if (after.email !== before.email) await deleteLinks(tx, userId);
      return savePerson(tx, userId, after);
    }),
  );
}
