import { greetingName } from '../accounts/address-rules.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Absence } from '../dispatch/absence-store.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { claimDecision, listUnsentDecisions } from './leave-mail-store.ts';
import { leaveMail, leaveText } from './leave-mail-text.ts';
import { readPeople } from './notification-store.ts';
import { type MessageContext, onlyMail, sendMessages } from './send-messages.ts';

const maxAtOnce = 100;

/** Sends each sprayer whose request for leave was decided a message, once. Answers with the number of messages. */
export async function mailLeaveDecisions(
  { database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock },
  messages: MessageContext = onlyMail,
): Promise<number> {
  let sent = 0;
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
      if (reader === undefined) return;
      const { language, name, form } = reader;
      const now = clock();
      const facts = {
        reader: greetingName(language, name, form),
        from: absence.from,
        to: absence.to,
        times: timesOf(absence),
        isApproved: absence.state === 'approved',
        note: absence.decisionNote,
        company: company.name,
      };
      const { subject, text: mail } = leaveMail(language, facts);
      const draft = {
        recipient: reader,
        // A decision can be changed: each one has its message.
        key: `leave:${id}:${absence.decidedAt}:${reader.id}`,
        type: 'leave_decision',
        orderId: null,
        isUrgent: false,
        at: now.toISOString(),
        subject,
        text: leaveText(language, facts),
        mail,
        values: { link: `${messages.publicUrl}/absences` },
      } as const;
      sent += await sendMessages(tx, [draft], messages, company, now);
    });
  }
  return sent;
}
