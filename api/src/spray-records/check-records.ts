import type { Database } from '../platform/postgres/database.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { claimRecordCheck, releaseRecordCheck, saveRecordCheck } from './record-check-store.ts';
import { verifyChain } from './verify-chain.ts';

/** Verifies all spray records once in 24 hours, in whichever process comes first. The result is for metrics and the admin. */
export async function checkRecords(database: Database, now: Date, log: Pick<Log, 'error'>): Promise<boolean> {
  if (!(await claimRecordCheck(database.write, now))) return false;
  try {
    const { links, fault } = await verifyChain(database.read);
    await saveRecordCheck(database.write, now, links, fault ?? null);
    if (fault !== undefined)
      log.error({ record: fault.record, fault: fault.what }, 'The spray records were changed by other means than the service.');
    return true;
  } catch (error) {
    await releaseRecordCheck(database.write);
    throw error;
  }
}
