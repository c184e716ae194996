import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db } from '../platform/postgres/database.ts';
import { findStrayRecord, listLinks, listUnlinkedVersions, readChainEnd, type StoredLink, type UnlinkedContent } from './chain-store.ts';
import { findUnrecordedOrder, listCompared, recordsPerPage } from './record-check-store.ts';
import type { RecordContent } from './record-content.ts';
import { firstHash, hashContent, hashLink } from './record-hash.ts';
import { recordNumber } from './record-number-rules.ts';
import { reportFault, stateFault } from './record-state-rules.ts';

export interface ChainReport {
  /** Versions in the chain. */
  links: number;
  /** Versions that have no link yet. */
  waiting: number;
  /** The first fault; undefined: the chain is unbroken. */
  fault?: { record: string; what: string };
}

/** Reads the whole chain in parts, recalculates every hash and compares the records with reports of work. Ends at the first fault. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  let end = { sequence: 0, hash: firstHash };
  let page = listLinks(db, 0);
  for (;;) {
    const links = await page;
    const last = links.at(-1);
    if (last === undefined) break;
    // The next part is read while this one is checked.
    page = listLinks(db, last.sequence);
    page.catch(() => undefined);
    for (const link of links) {
      const what = faultOf(link, end);
      if (what !== undefined) return { links: end.sequence, waiting: 0, fault: { record: nameOf(link), what } };
      end = { sequence: link.sequence, hash: link.hash };
    }
  }
  const links = end.sequence;
  const waiting = await listUnlinkedVersions(db);
  for (const version of waiting) {
    const what = contentFault(version);
    if (what !== undefined) return { links, waiting: waiting.length, fault: { record: nameOf(version), what } };
  }
  const stray = await findStrayRecord(db);
  if (stray !== undefined)
    return { links, waiting: waiting.length, fault: { record: recordNumber(stray), what: 'its state is not that of its newest version' } };
  const fault = await compareWithReports(db);
  if (fault !== undefined) return { links, waiting: waiting.length, fault };
  // Read last: versions may be linked meanwhile.
  const stored = await readChainEnd(db);
  if (stored.sequence < links || (stored.sequence === links && stored.hash !== end.hash))
    return { links, waiting: waiting.length, fault: { record: `link ${links}`, what: 'the end of the chain is another one' } };
  if (stored.sequence > links && (await listLinks(db, links)).length === 0)
    return { links, waiting: waiting.length, fault: { record: `link ${links + 1}`, what: 'the end of the chain is missing' } };
  return { links, waiting: waiting.length };
}

/** Hashes can be made anew, so records are compared with what is stored of the work beside them. */
async function compareWithReports(db: Db): Promise<ChainReport['fault']> {
  const unrecorded = await findUnrecordedOrder(db);
  if (unrecorded !== undefined) return { record: `order ${unrecorded}`, what: 'its work is reported, and its record is missing' };
  let after = '0';
  for (;;) {
    const records = await listCompared(db, after);
    const found = await mapWithPauses(records, ({ id, state, owner, first, newest, report }) => {
      const what = stateFault(state, owner, newest) ?? reportFault(report, first);
      return what === undefined ? undefined : { record: recordNumber(id), what };
    });
    const fault = found.find((one) => one !== undefined);
    const last = records.at(-1);
    if (fault !== undefined || last === undefined || records.length < recordsPerPage) return fault;
    after = last.id;
  }
}

function faultOf(link: StoredLink, end: { sequence: number; hash: string }): string | undefined {
  const { sequence, previousHash, contentHash, calculatedHash, recordId, version } = link;
  if (sequence !== end.sequence + 1) return `link ${end.sequence + 1} is missing`;
  if (previousHash !== end.hash) return 'it does not follow the record before it';
  if (contentHash === null || recordId === null || version === null) return 'its version is missing';
  if (hashLink({ sequence, recordId, version, contentHash, previousHash }) !== link.hash) return 'the hash of its link is wrong';
  return calculatedHash === contentHash ? undefined : 'its content has another hash';
}

function contentFault({ recordId, version, content, contentHash }: UnlinkedContent): string | undefined {
  if (hashContent(content) !== contentHash) return 'its content has another hash';
  const { number, version: made } = JSON.parse(content) as Pick<RecordContent, 'number' | 'version'>;
  if (number !== recordNumber(recordId) || made.version !== version) return 'its content belongs to another record';
  return undefined;
}

const nameOf = ({ recordId, version, ...link }: Pick<StoredLink, 'recordId' | 'version'> & { sequence?: number }): string =>
  recordId === null ? `link ${link.sequence}` : `${recordNumber(recordId)}, version ${version}`;
