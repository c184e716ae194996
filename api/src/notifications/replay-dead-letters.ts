import { insertAudit } from '../accounts/audit-store.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../platform/postgres/database.ts';
import { replayDeadLetters } from './dead-letter-store.ts';

interface ReplayContext {
  database: Database;
  actorId: string;
  now: Date;
}

/** Returns the number of replayed events. */
export function replayAllDeadLetters(context: ReplayContext): Promise<number> {
  return replay(context, null);
}

export async function replayDeadLetter(context: ReplayContext, id: string): Promise<void> {
  if ((await replay(context, id)) === 0) throw new AppError('NOT_FOUND', 'There is no such dead letter. Perhaps it has been replayed.');
}

function replay({ database, actorId, now }: ReplayContext, id: string | null): Promise<number> {
  return database.transaction(async (tx) => {
    const ids = await replayDeadLetters(tx, id);
    for (const subjectId of ids) await insertAudit(tx, { actorId, action: 'dead_letter_replay', subjectType: 'event', subjectId }, now);
    return ids.length;
  });
}
