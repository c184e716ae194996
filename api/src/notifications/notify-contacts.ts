import type { Catalog } from '../catalog/catalog.ts';
import { distancesForUser } from '../fields/geometry-in-worker.ts';
import type { Database } from '../platform/postgres/database.ts';
import { addDays, instantOf, wallTime } from '../platform/time/clock.ts';
import { correctedForMs, dueNotice, noticeAheadMs } from '../sensitive-places/notice-rules.ts';
import {
  type CandidateKey,
  candidateLimit,
  claimNotice,
  listChanged,
  listUpcoming,
  type NoticeCandidate,
} from '../sensitive-places/notice-store.ts';
import { insertMails } from './mail-store.ts';
import { placeNotice } from './place-notice-text.ts';

/** Reads candidates in pages by key, so that none is read twice and a page that needs no notice does not stop the others. */
async function* allOf(read: (after: CandidateKey) => Promise<NoticeCandidate[]>): AsyncGenerator<NoticeCandidate> {
  let after: CandidateKey = { orderId: '0', placeId: '0' };
  for (;;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < candidateLimit) return;
    after = { orderId: last.orderId, placeId: last.place.id };
  }
}

/** Threads run for users; these for none of them. */
const jobUser = 'notices to contacts';

/**
 * Mails the contacts of sensitive places who asked for it: 48 hours before work within the buffer, and when announced work moves or is
 * cancelled. Several processes can run it at the same time; each notice is sent once. Answers with the number of mails.
 */
export async function notifyContacts(database: Database, catalog: Catalog, now: Date): Promise<number> {
  const { company } = await catalog.facts();
  const { timeZone } = company;
  const local = wallTime(new Date(now.getTime() - correctedForMs), timeZone);
  const lastDate = addDays(wallTime(new Date(now.getTime() + noticeAheadMs), timeZone).date, 1);
  const read = [
    (after: CandidateKey) => listChanged(database.read, `${local.date} ${local.time}`, after),
    (after: CandidateKey) => listUpcoming(database.read, wallTime(now, timeZone).date, lastDate, after),
  ];
  let sent = 0;
  const failures: unknown[] = [];
  for (const list of read) {
    for await (const candidate of allOf(list)) {
      const { status, date, startTime, field, place, last } = candidate;
      let distanceM: number | undefined;
      try {
        [distanceM] = await distancesForUser(jobUser, field, [{ geometry: place.geometry, limitM: place.bufferMetres }]);
      } catch (error) {
        failures.push(error);
        continue;
      }
      const kind = dueNotice(
        {
          isPlanned: status === 'confirmed' || status === 'assigned',
          isCancelled: status === 'cancelled',
          isNear: distanceM !== undefined,
          startsAt: instantOf(date, startTime, timeZone),
          last: last && { ...last, namedStart: instantOf(last.date, last.startTime, timeZone) },
        },
        now,
      );
      if (kind === undefined) continue;
      const sending = database.transaction(async (tx) => {
        if (!(await claimNotice(tx, candidate, kind, now))) return 0;
        const { subject, text } = placeNotice(kind, { ...candidate, distanceM, company });
        await insertMails(tx, [{ to: place.email, subject, text, at: now.toISOString() }]);
        return 1;
      });
      // One notice that fails does not stop the others.
      sent += await sending.catch((error: unknown) => {
        failures.push(error);
        return 0;
      });
    }
  }
  if (failures.length > 0) throw failures[0];
  return sent;
}
