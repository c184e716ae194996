import { AppError } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import type { Day } from './cash-report-store.ts';
import { getHandOver, insertHandOver, listOutstanding, lockCash } from './hand-over-store.ts';

export interface HandOver {
  collectorId: string;
  day: Day;
  /** Exactly the entries that were counted; undefined: all outstanding entries of the day. */
  entryIds: readonly string[] | undefined;
}

/** The office receives the cash that a crew member collected on a day; each entry is handed over once. */
export function handOverCash(database: Database, office: Actor, { collectorId, day, entryIds }: HandOver, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    const outstanding = await listOutstanding(tx, await lockCash(tx, day, collectorId, entryIds ?? null));
    if (outstanding.length === 0) {
      throw new AppError('CASH_NOT_OUTSTANDING', 'Nothing that they collected that day is outstanding.');
    }
    // The office counted exactly these entries, so recording a different sum would be wrong.
    if (entryIds !== undefined && outstanding.length !== new Set(entryIds).size) {
      throw new AppError('CASH_NOT_OUTSTANDING', 'Some of these entries are not outstanding. Please look again and count once more.');
    }
    const id = await insertHandOver(tx, { collectorId, date: day.date, receivedBy: office.id, entryIds: outstanding }, now);
    return getHandOver(tx, id);
  });
}
