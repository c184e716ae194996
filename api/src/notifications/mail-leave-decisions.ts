import { greetingName } from '../accounts/address-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Absence } from '../dispatch/absence-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { claimDecision, listUnsentDecisions } from './leave-mail-store.ts';
import { leaveMail } from './leave-mail-text.ts';
import { insertMails } from './mail-store.ts';
import { readPeople } from './notification-store.ts';

const maxAtOnce = 100;

/** Sends each sprayer whose request for leave was decided a mail, once. Answers with the number of mails. */
export async function mailLeaveDecisions({
  database,
  catalog,
  clock,
}: {
  database: Database;
  catalog: Catalog;
  clock: Clock;
}): Promise<number> {
  let mails = 0;
  for (const id of await listUnsentDecisions(database.read, maxAtOnce)) {
    const { company, sessions } = await catalog.facts();
    const timesOf = ({ sessionIds }: Absence): string[] =>
      (sessionIds ?? []).flatMap((sessionId) => {
        const session = sessions.get(sessionId);
        return session === undefined ? [] : [`${session.startTime.slice(0, 5)}–${session.endTime.slice(0, 5)}`];
      });
    await database.transaction(async (tx) => {
      const absence = await claimDecision(tx, id);
      if (absence === undefined || absence.state === 'requested') return;
      const reader = (await readPeople(tx, [absence.sprayerId])).get(absence.sprayerId);
      if (reader === undefined || reader.mailTo === null) return;
      const { language, name, form, mailTo } = reader;
      const { subject, text } = leaveMail(language, {
        reader: greetingName(language, name, form),
        from: absence.from,
        to: absence.to,
        times: timesOf(absence),
        isApproved: absence.state === 'approved',
        note: absence.decisionNote,
        company: company.name,
      });
      await insertMails(tx, [{ to: mailTo, subject, text, at: clock().toISOString() }]);
      mails++;
    });
  }
  return mails;
}
