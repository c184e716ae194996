import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Day } from './cash-report-store.ts';
import { getHandOver, insertHandOver, listOutstanding, lockCash } from './hand-over-store.ts';

export interface HandOver {
  collectorId: string;
  day: Day;
  /** Exactly these entries, as they were counted; without them all that is outstanding of the day. */
  entryIds: readonly string[] | undefined;
}

/** The office takes what a crew member collected on a day, each entry once. */
export function handOverCash(database: Database, office: Actor, { collectorId, day, entryIds }: HandOver, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const outstanding = await listOutstanding(tx, await lockCash(tx, day, collectorId, entryIds ?? null));
    if (outstanding.length === 0) {
      throw new AppError('CASH_NOT_OUTSTANDING', 'Nothing that they collected that day is outstanding.');
    }
    // Someone counted these notes: a different sum than theirs must not be written down.
    if (entryIds !== undefined && outstanding.length !== new Set(entryIds).size) {
      throw new AppError('CASH_NOT_OUTSTANDING', 'Some of these entries are not outstanding. Please look again and count once more.');
    }
    const id = await insertHandOver(tx, { collectorId, date: day.date, receivedBy: office.id, entryIds: outstanding }, now);
    return getHandOver(tx, id);
  });
}
