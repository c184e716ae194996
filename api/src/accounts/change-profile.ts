import type { Database, Row } from '../platform/postgres/database.ts';
import { contactChanges, type NoticeContext, noticeContactChanges } from './access-notice.ts';
import { lockOrdersOfRenamed } from './order-lock-store.ts';
import { deleteLinks } from './password-link-store.ts';
import { type PersonInput, withChanges } from './person.ts';
import { lockPerson, savePerson } from './person-store.ts';
import { refusingDuplicates } from './register.ts';
import { checkRecentSignIn, lockSignedIn } from './signed-in-store.ts';

/**
 * Changes a user's own name, address and contact data. E-mail address and phone number need a recent sign-in. `token`: the hash of the token
 * of the request.
 */
export function changeProfile(database: Database, userId: string, token: Buffer, input: PersonInput, context: NoticeContext): Promise<Row> {
  return refusingDuplicates(() =>
    database.transaction(async (tx) => {
      await lockOrdersOfRenamed(tx, userId, input);
      const signedInAt = await lockSignedIn(tx, userId, token);
      const before = await lockPerson(tx, userId);
      if (before === undefined) throw new Error('a signed-in user is missing');
      const after = withChanges(before, input, 'owner');
      if (contactChanges(before, after).length > 0) checkRecentSignIn(signedInAt, context.now);
      await noticeContactChanges(tx, userId, before, after, context);
      // Password links sent to the old address must not work any more.
      if (after.email !== before.email) await deleteLinks(tx, userId);
      return savePerson(tx, userId, after);
    }),
  );
}
