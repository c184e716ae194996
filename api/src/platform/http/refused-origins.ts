import type { Database } from '../postgres/database.ts';
import type { Log } from '../telemetry/log.ts';
import type { Clock } from '../time/clock.ts';
import type { RefusedOrigin } from './own-origin.ts';
import { saveRefusedOrigin } from './refused-origin-store.ts';

/** A browser repeats its requests, so one record per minute is enough. */
const minIntervalMs = 60_000;

/** Records for the log and the doctor that pages of another address were refused. */
export function recordRefusedOrigins({ database, log, clock }: { database: Database; log: Log; clock: Clock }) {
  let recordedAt = Number.NEGATIVE_INFINITY;
  return (refused: RefusedOrigin): void => {
    const now = clock();
    if (Math.abs(now.getTime() - recordedAt) < minIntervalMs) return;
    recordedAt = now.getTime();
    log.warn({ ...refused }, 'A browser was refused, because its page has another address. If it is the public one, set SWATH_PUBLIC_URL.');
    saveRefusedOrigin(database.write, refused, now).catch((error: unknown) => {
      log.warn({ err: error instanceof Error ? error.message : error }, 'The refused address was not stored for the doctor.');
    });
  };
}
