import type { Catalog, CatalogFacts } from '../catalog/catalog.ts';
import { formatOrder } from '../notifications/format-order.ts';
import { readPeople } from '../notifications/notification-store.ts';
import { type MessageContext, sendMessages } from '../notifications/send-messages.ts';
import { linkAddress, type SignedLinks } from '../platform/links/signed-links.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { type Clock, wallTime } from '../platform/time/clock.ts';
import { expireOffer, withdrawOffer } from './answer-offer.ts';
import { notifyWaiting, offerNext } from './offer-place.ts';
import { checkPlacesLeft, listOutdatedOffers, undoableSince } from './outdated-offer-store.ts';
import type { EntryFacts } from './waiting-list-store.ts';
import { readEntryFacts, readOfferFacts } from './waiting-list-store.ts';
import { type WaitingMailKind, waitingMail, waitingText } from './waiting-mail.ts';
import {
  deleteChecks,
  findDueWork,
  isPlaceOffered,
  listChecks,
  listExpiredOffers,
  listUnsentOffers,
  listWantedPlaces,
  lockPlace,
  markSent,
  type WantedPlace,
} from './waiting-offer-store.ts';
import { endPastEntries, insertSkipOfLine, insertStep } from './waiting-store.ts';

export interface WaitingListDeps {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  links: SignedLinks;
  /** Base URL of links. */
  publicUrl: string;
  messages: MessageContext;
}

export const acceptPurpose = 'waiting-accept';
export const declinePurpose = 'waiting-decline';

/**
 * Makes offers for places that became free, passes on offers whose time is over, and sends offers that are due. Several processes may run
 * it at the same time: what each step does follows from rows that it locks. Returns how many steps there were.
 */
export async function runWaitingList(deps: WaitingListDeps): Promise<number> {
  const { hasChecks, hasExpired, hasUnsent } = await findDueWork(deps.database.write, deps.clock());
  // Moving orders away notes the places that they leave; a changed session is noted, too.
  if (hasChecks) await withdrawOutdated(deps);
  const places = hasChecks ? await checkPlaces(deps) : 0;
  const expired = hasExpired ? await expireOffers(deps) : 0;
  // An offer made above is sent at once.
  const sent = places + expired > 0 || hasUnsent ? await sendOffers(deps) : 0;
  return places + expired + sent;
}

async function checkPlaces({ database, catalog, clock }: WaitingListDeps): Promise<number> {
  const checks = await listChecks(database.write);
  if (checks.length === 0) return 0;
  const now = clock();
  const today = wallTime(now, (await catalog.facts()).company.timeZone).date;
  for (const place of await listWantedPlaces(database.write, checks, today)) {
    if (place.isFree) await offerAll(database, catalog, place, now);
    else if (place.wasFreed) await database.transaction((tx) => noteTaken(tx, place, now));
  }
  // Only now: if the process is killed before, the next run looks again.
  await deleteChecks(database.write, checks);
  return checks.length;
}

/** One offer, or one part of a long line, per transaction, so that it locks the place for moments and one entry only. */
async function offerAll(database: Database, catalog: Catalog, place: WantedPlace, now: Date): Promise<void> {
  let after: string | undefined = '0';
  while (after !== undefined) {
    const from: string = after;
    after = await database.transaction(async (tx) => {
      const locked = await lockPlace(tx, place);
      if (locked?.isFree === true) return (await offerNext(tx, catalog, locked, now, from)).last;
      // Booked since the places were read.
      if (place.wasFreed && !(await isPlaceOffered(tx, place))) await noteTaken(tx, place, now);
      return undefined;
    });
  }
}

/** The place was booked before an offer could be made. */
const noteTaken = (tx: Tx, place: WantedPlace, now: Date): Promise<void> => insertSkipOfLine(tx, place, 'taken', { actorId: null }, now);

/** Takes back the offers of sessions that the office has emptied or changed; their farmers keep waiting. */
async function withdrawOutdated(deps: WaitingListDeps): Promise<void> {
  const { database, catalog, clock } = deps;
  const now = clock();
  for (const id of await listOutdatedOffers(database.write))
    await database.transaction(async (tx) => {
      const isSent = (await withdrawOffer(tx, catalog, id, now))?.isSent === true;
      // A farmer who has not got the offer needs no message about its end.
      if (isSent) await sendAbout(tx, deps, { kind: 'withdrawn', subjectId: id, facts: await readOfferFacts(tx, id) }, now);
    });
}

async function expireOffers(deps: WaitingListDeps): Promise<number> {
  const { database, catalog, clock } = deps;
  const now = clock();
  const ids = await listExpiredOffers(database.write, now);
  for (const id of ids) {
    await database.transaction(async (tx) => {
      const offer = await expireOffer(tx, catalog, id, now);
      if (offer !== undefined) await sendAbout(tx, deps, { kind: 'expired', subjectId: id, facts: await readOfferFacts(tx, id) }, now);
    });
  }
  return ids.length;
}

async function sendOffers(deps: WaitingListDeps): Promise<number> {
  const { database, clock, links, publicUrl } = deps;
  const now = clock();
  const ids = await listUnsentOffers(database.write, now);
  for (const id of ids) {
    const expiresAt = (await readOfferFacts(database.write, id))?.expiresAt;
    if (expiresAt === undefined) continue;
    const [accept, decline] = await Promise.all(
      [acceptPurpose, declinePurpose].map(async (purpose) =>
        linkAddress(publicUrl, purpose, await links.sign({ purpose, subject: id, expiresAt })),
      ),
    );
    await database.transaction(async (tx) => {
      // In the transaction of the mail, so that it is sent once.
      if (!(await markSent(tx, id, now))) return;
      // The farmer's account may have been merged meanwhile.
      const facts = await readOfferFacts(tx, id);
      if (facts === undefined) return;
      const answers = { accept: String(accept), decline: String(decline) };
      await sendAbout(tx, deps, { kind: 'offered', subjectId: id, facts, links: answers }, now);
      await notifyWaiting(tx, facts.farmerId);
    });
  }
  return ids.length;
}

/** Ends entries whose last date has passed, and notifies their farmers. Places that rebooked orders have left are looked at again. */
export async function tendWaitingList(deps: WaitingListDeps): Promise<number> {
  const { database, catalog, clock } = deps;
  const now = clock();
  const today = wallTime(now, (await catalog.facts()).company.timeZone).date;
  await checkPlacesLeft(database.write, undoableSince(now));
  return database.transaction(async (tx) => {
    const ended = await endPastEntries(tx, today);
    for (const { id, farmerId } of ended) {
      await insertStep(tx, id, { action: 'ended', actorId: null }, now);
      await sendAbout(tx, deps, { kind: 'ended', subjectId: id, facts: await readEntryFacts(tx, id) }, now);
      await notifyWaiting(tx, farmerId);
    }
    return ended.length;
  });
}

/** Notifies a farmer whose entry the office has removed. */
export async function mailRemoval(
  tx: Tx,
  deps: Pick<WaitingListDeps, 'catalog' | 'messages'>,
  entryId: string,
  reason: string,
  now: Date,
): Promise<void> {
  await sendAbout(tx, deps, { kind: 'removed', subjectId: entryId, facts: await readEntryFacts(tx, entryId), reason }, now);
}

interface WaitingMessage {
  kind: WaitingMailKind;
  /** Id of the offer or the entry. */
  subjectId: string;
  facts: EntryFacts | undefined;
  links?: { accept: string; decline: string };
  reason?: string;
}

/** An offer that ends before the quiet hours do is sent in them. */
async function sendAbout(
  tx: Tx,
  { catalog, messages }: Pick<WaitingListDeps, 'catalog' | 'messages'>,
  { kind, subjectId, facts, links, reason }: WaitingMessage,
  now: Date,
): Promise<void> {
  if (facts === undefined) return;
  const reader = (await readPeople(tx, [facts.farmerId])).get(facts.farmerId);
  if (reader === undefined) return;
  const catalogFacts = await catalog.facts();
  const described = { ...describeOffer(facts, reader.language, catalogFacts), reason, links };
  const { subject, text: mail } = waitingMail(kind, reader, described);
  const { when, place, crop, area, cost } = described;
  await sendMessages(
    tx,
    [
      {
        recipient: reader,
        key: `waiting:${kind}:${subjectId}:${reader.id}`,
        type: kind === 'offered' ? 'waiting_offer' : 'waiting_update',
        orderId: null,
        isUrgent: false,
        deadline: kind === 'offered' ? facts.expiresAt : undefined,
        at: now.toISOString(),
        subject,
        text: waitingText(kind, reader.language, described),
        mail,
        values: { ...(when === undefined ? {} : { when }), place, crop, area, cost, link: `${messages.publicUrl}/waiting` },
      },
    ],
    messages,
    catalogFacts.company,
    now,
  );
}

/** An entry and its offer in words. */
export function describeOffer(facts: EntryFacts, language: 'en' | 'vi', { company, crops, sessions }: CatalogFacts) {
  const crop = crops.get(facts.cropId)?.name ?? '';
  const at = (date: string, startTime: string) =>
    formatOrder(language, { date, startTime, crop, area: facts.area, cost: facts.cost }, company);
  const described = at(facts.date ?? '2000-01-01', facts.startTime ?? sessions.get(facts.sessionId ?? '')?.startTime ?? '');
  const end = facts.expiresAt && wallTime(facts.expiresAt, company.timeZone);
  return {
    ...described,
    when: facts.date === undefined ? undefined : described.when,
    until: end === undefined ? undefined : at(end.date, end.time).when,
    place: facts.location,
    company: company.name,
  };
}
