import { AppError, invalid } from '../errors.ts';
import type { Actor } from '../orders/order.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import { wallTime } from '../platform/time/clock.ts';
import { applyDetails } from './build-record-rules.ts';
import { canonicalJson } from './canonical-json-rules.ts';
import { isCorrection } from './correction-rules.ts';
import { intervalNote } from './interval-rules.ts';
import { insertIntervalEvent } from './interval-store.ts';
import { localTimeIn } from './local-time.ts';
import { readRegister } from './read-register.ts';
import type { RecordContent, RecordFinding } from './record-content.ts';
import type { RecordDetails } from './record-details.ts';
import { hashContent } from './record-hash.ts';
import { compareWithRegister, findingsOf, isFindingOf } from './register-rules.ts';
import { insertVersion, lockRecord, readCropId, readName } from './spray-record-store.ts';

export const recordNotFound = (): AppError => new AppError('NOT_FOUND', 'There is no such spray record.');

export interface Revision {
  /** The version that the user has seen. */
  version: number;
  details: RecordDetails;
  /** Required for a correction: a change of a complete record, or of a value that a record has. */
  reason?: string | undefined;
}

/** Makes another version: what was missing is added, or with a reason what was wrong is corrected. Without a difference there is none. */
export function reviseSprayRecord(
  { database, actor, now }: { database: Database; actor: Actor; now: Date },
  id: string,
  { version, details, reason }: Revision,
): Promise<void> {
  return database.transaction(async (tx) => {
    const current = await lockRecord(tx, id);
    if (current === undefined) throw recordNotFound();
    if (current.version !== version)
      throw new AppError('RECORD_CHANGED', `The spray record has version ${current.version} by now. Please look at it again.`);
    const why = reason?.trim() || null;
    if (current.isComplete && why === null)
      throw invalid({ path: 'reason', message: 'is required: the record is complete, so a change is a correction' });
    const { content } = current;
    if (details.findingsReason !== undefined && actor.role !== 'admin')
      throw invalid({ path: 'details.findingsReason', message: 'can only be given by an admin' });
    const applied = applyDetails(content, details, (time) => wallTime(time, content.company.timeZone).date);
    const isCompared = details.products !== undefined || (content.findings ?? []).length > 0;
    const revised = isCompared ? await compareAgain(tx, content, applied) : applied;
    checkTimes(revised, now);
    if (canonicalJson(revised) === canonicalJson(content)) return;
    const corrects = current.isComplete || isCorrection(content, revised);
    if (corrects && why === null)
      throw invalid({ path: 'reason', message: 'is required: a value that the record has is changed, which is a correction' });
    const made: RecordContent = {
      ...revised,
      version: {
        version: version + 1,
        cause: corrects ? 'correction' : 'completion',
        madeAt: now.toISOString(),
        madeBy: { id: actor.id, name: await readName(tx, actor.id), role: actor.role },
        reason: why,
      },
    };
    const json = canonicalJson(made);
    await insertVersion(tx, id, made, json, hashContent(json));
    const localTime = localTimeIn(content.company.timeZone);
    const note = intervalNote(made, localTime);
    if (note !== undefined && note !== intervalNote(content, localTime)) await insertIntervalEvent(tx, content.orderId, note, now);
  });
}

/** Compares the products with the register as it is now. Findings that an admin allowed in the mix stay allowed. */
async function compareAgain(tx: Tx, before: RecordContent, after: RecordContent): Promise<RecordContent> {
  const { orderId, customer } = before;
  const cropId = await readCropId(tx, orderId);
  const register = await readRegister(tx, { orderId, farmerId: customer.id, cropId }, [...before.products, ...after.products]);
  const wasOpen = (finding: RecordFinding) => isFindingOf(before.findings ?? [], finding);
  const allowed = before.mixOverrideReason === null ? [] : findingsOf(before, register).filter((finding) => !wasOpen(finding));
  return compareWithRegister(after, register, allowed);
}

function checkTimes({ startedAt, finishedAt }: RecordContent, now: Date): void {
  if (Date.parse(finishedAt) > now.getTime()) throw invalid({ path: 'details.finishedAt', message: 'must not be in the future' });
  if (startedAt !== null && startedAt > finishedAt)
    throw invalid({ path: 'details.startedAt', message: 'must not be after the end of the work' });
}
