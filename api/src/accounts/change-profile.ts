import type { Database, Row } from '../platform/postgres/database.ts';
import { deleteLinks } from './password-link-store.ts';
import { type PersonInput, withChanges } from './person.ts';
import { lockPerson, savePerson } from './person-store.ts';
import { refusingDuplicates } from './register.ts';
import { lockSignedIn } from './signed-in-store.ts';

/** Changes a user's own name, address and contact data. `token`: the hash of the token of the request. */
export function changeProfile(database: Database, userId: string, token: Buffer, input: PersonInput): Promise<Row> {
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      await lockSignedIn(tx, userId, token);
      const before = await lockPerson(tx, userId);
      if (before === undefined) throw new Error('a signed-in user is missing');
      const after = withChanges(before, input, 'owner');
      // Password links sent to the old address must not work any more.
      if (after.email !== before.email) await deleteLinks(tx, userId);
      return savePerson(tx, userId, after);
    }),
  );
}
