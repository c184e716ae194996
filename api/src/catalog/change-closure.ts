import { differences, insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import type { Catalog } from './catalog.ts';
import { type Closure, deleteClosure, findClosure, insertClosure } from './closure-store.ts';
import { readSpan, type SpanInput, spanForAudit } from './span.ts';

interface ClosureContext {
  database: Database;
  catalog: Catalog;
  actorId: string;
  now: Date;
}

/** Closes sessions to bookings. Existing orders keep their session and appear on the office's to-do list. */
export async function closeSessions(context: ClosureContext, input: SpanInput & { reason?: string | undefined }): Promise<Closure> {
  const { database, catalog, actorId, now } = context;
  const facts = await catalog.facts();
  const span = readSpan(input, facts, wallTime(now, facts.company.timeZone));
  const reason = input.reason?.trim() || null;
  return database.transaction(async (tx) => {
    const id = await insertClosure(tx, { ...span, reason, actorId }, now);
    const changes = differences({}, { ...spanForAudit(span), reason });
    await insertAudit(tx, { actorId, action: 'closure_create', subjectType: 'closure', subjectId: id, changes }, now);
    return (await findClosure(tx, id)) as Closure;
  });
}

/** Opens the sessions again, except those that another closure includes. */
export function removeClosure({ database, actorId, now }: Omit<ClosureContext, 'catalog'>, id: string): Promise<void> {
  return database.transaction(async (tx) => {
    const removed = await deleteClosure(tx, id);
    if (removed === undefined) throw new AppError('NOT_FOUND', 'There is no such closure.');
    const before = { ...spanForAudit(removed), reason: removed.reason };
    const after = { from: null, to: null, sessionIds: null, reason: null };
    const changes = differences<Record<keyof typeof after, string | null>>(before, after);
    await insertAudit(tx, { actorId, action: 'closure_delete', subjectType: 'closure', subjectId: id, changes }, now);
  });
}
