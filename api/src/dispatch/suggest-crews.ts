import { readLanguage, writeUser } from '../accounts/account-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { listUnlicensed } from '../equipment/licence-store.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { checkAllowed } from '../orders/order-rules.ts';
import type { Database } from '../platform/postgres/database.ts';
import { wallTime, weekOf } from '../platform/time/clock.ts';
import { listBansFor } from './crew-ban-store.ts';
import { findPin } from './order-pin-store.ts';
import { type Candidate, noLegalCrew, suggestCrews } from './suggestion-rules.ts';
import { findField, listCandidates, listJobsOfDay } from './suggestion-store.ts';
import { reasonInWords } from './suggestion-words.ts';

export interface QueryContext {
  database: Database;
  catalog: Catalog;
  actor: Actor;
  now: Date;
}

/** Suggested crews for an order, best first, each as JSON. The assignment checks all rules again. */
export async function suggestCrewsFor({ database, catalog, actor, now }: QueryContext, orderId: string): Promise<string[]> {
  const { read } = database;
  const order = await findField(read, orderId);
  if (order === undefined) throw orderNotFound();
  checkAllowed('assign', order.status, actor.role);
  await catalog.ensureLoaded([], [order.sessionId]);
  const { company, sessions } = await catalog.facts();
  const week = weekOf(order.date);
  const [language, available, jobs, pin, bans, unlicensed] = await Promise.all([
    readLanguage(read, actor.id),
    listCandidates(read, order, week[0], week.at(-1) ?? week[0]),
    listJobsOfDay(read, order),
    findPin(read, orderId),
    listBansFor(read, order.farmerId),
    listUnlicensed(read, order.date),
  ]);
  const constraints = { farmerId: order.farmerId, pin, bans };
  const startOf = (sessionId: string) => sessions.get(sessionId)?.startTime ?? '00:00:00';
  const candidates = available.map((sprayer): Candidate & { user: (typeof sprayer)['user'] } => ({
    ...sprayer,
    busy: sprayer.busy || unlicensed.has(sprayer.id) || sprayer.jobsThatDay >= (sprayer.dailyJobLimit ?? Number.POSITIVE_INFINITY),
    stopsThatDay: jobs
      .filter(({ sprayerId }) => sprayerId === sprayer.id)
      .map((job) => ({ ...job, id: job.orderId, startTime: startOf(job.sessionId) })),
  }));
  const field = { ...order, startTime: startOf(order.sessionId) };
  const suggestions = suggestCrews(candidates, field, constraints);
  if (suggestions.length === 0) throw noLegalCrew(candidates, field, constraints);
  const users = new Map(available.map(({ id, user }) => [id, writeUser(user)]));
  const thisWeek = week.includes(wallTime(now, company.timeZone).date);
  return suggestions.map((suggestion) => {
    const sprayers = suggestion.crew.map(({ id }) => users.get(id)).join(',');
    return `{"sprayers":[${sprayers}],"reason":${JSON.stringify(reasonInWords(suggestion, language, thisWeek))}}`;
  });
}
