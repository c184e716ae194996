import { readLanguage, writeUser } from '../accounts/account-store.ts';
import { AppError } from '../errors.ts';
import type { Row } from '../platform/postgres/database.ts';
import { wallTime, weekOf } from '../platform/time/clock.ts';
import { listBansFor } from './crew-ban-store.ts';
import { isSprayer, listAssignedOfDay } from './hand-over-store.ts';
import { findPin } from './order-pin-store.ts';
import type { QueryContext } from './suggest-crews.ts';
import { type Candidate, noLegalCrew, suggestCrews } from './suggestion-rules.ts';
import { listCandidates, listJobsOfDay, type UnassignedOrder } from './suggestion-store.ts';
import { reasonInWords } from './suggestion-words.ts';

export interface HandOverProposal {
  /** The columns of an order. */
  row: Row;
  /** JSON of the proposed crew; empty: no legal crew is free. */
  sprayers: string[];
  /** Reason for this crew, or why there is none. */
  reason: string;
}

/**
 * Proposes another crew for each assigned order of a sprayer on a day, by the rules of suggestions. Each proposal takes the earlier ones
 * into account, so that all of them can be assigned together. The other crew member stays if a legal crew allows it.
 */
export async function proposeHandOver(
  { database, catalog, actor, now }: QueryContext,
  sprayerId: string,
  date: string,
): Promise<HandOverProposal[]> {
  const { read } = database;
  if (!(await isSprayer(read, sprayerId))) throw new AppError('NOT_FOUND', 'There is no such sprayer.');
  const jobs = await listAssignedOfDay(read, sprayerId, date);
  await catalog.ensureLoaded(
    [],
    jobs.map(({ order }) => order.sessionId),
  );
  const { company, sessions } = await catalog.facts();
  const language = await readLanguage(read, actor.id);
  const week = weekOf(date);
  const isThisWeek = week.includes(wallTime(now, company.timeZone).date);
  const startOf = (sessionId: string) => sessions.get(sessionId)?.startTime ?? '00:00:00';
  const proposed: { order: UnassignedOrder; crewIds: string[] }[] = [];
  const proposals: HandOverProposal[] = [];
  for (const { order, row, crewIds } of jobs) {
    const [available, dayJobs, pin, bans] = await Promise.all([
      listCandidates(read, order, week[0], week.at(-1) ?? week[0]),
      listJobsOfDay(read, order),
      findPin(read, order.id),
      listBansFor(read, order.farmerId),
    ]);
    const constraints = { farmerId: order.farmerId, pin, bans };
    const candidates = available
      .filter(({ id }) => id !== sprayerId)
      .map((sprayer): Candidate => {
        const own = proposed.filter((other) => other.crewIds.includes(sprayer.id)).map((other) => other.order);
        const stops = dayJobs.filter((job) => job.sprayerId === sprayer.id).map((job) => ({ ...job, id: job.orderId }));
        return {
          ...sprayer,
          busy:
            sprayer.busy ||
            sprayer.jobsThatDay + own.length >= (sprayer.dailyJobLimit ?? Number.POSITIVE_INFINITY) ||
            own.some(({ sessionId }) => sessionId === order.sessionId),
          jobsThatWeek: sprayer.jobsThatWeek + own.length,
          stopsThatDay: [...stops, ...own].map((stop) => ({ ...stop, startTime: startOf(stop.sessionId) })),
        };
      });
    const field = { ...order, startTime: startOf(order.sessionId) };
    const suggestions = suggestCrews(candidates, field, constraints);
    const partners = crewIds.filter((id) => id !== sprayerId);
    const best = suggestions.find(({ crew }) => partners.every((id) => crew.some((member) => member.id === id))) ?? suggestions[0];
    const users = new Map(available.map(({ id, user }) => [id, writeUser(user)]));
    if (best !== undefined) proposed.push({ order, crewIds: best.crew.map(({ id }) => id) });
    proposals.push({
      row,
      sprayers: best?.crew.map(({ id }) => users.get(id) as string) ?? [],
      reason: best === undefined ? noLegalCrew(candidates, field, constraints).message : reasonInWords(best, language, isThisWeek),
    });
  }
  return proposals;
}
