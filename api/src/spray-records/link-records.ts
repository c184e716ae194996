import type { Database } from '../platform/postgres/database.ts';
import { hasUnlinked, insertLinks, listUnlinked, lockChain, type NewLink } from './chain-store.ts';
import { hashLink } from './record-hash.ts';

const maxLinks = 500;

/** Adds new versions to the chain; returns how many. One process does it at a time; the others leave it to that one. */
export async function linkRecords(database: Database): Promise<number> {
  if (!(await hasUnlinked(database.read))) return 0;
  return database.transaction(async (tx) => {
    const end = await lockChain(tx);
    if (end === undefined) return 0;
    let { sequence, hash: previousHash } = end;
    const links: NewLink[] = [];
    for (const { versionId, ...linked } of await listUnlinked(tx, maxLinks)) {
      sequence += 1;
      const hash = hashLink({ sequence, previousHash, ...linked });
      links.push({ sequence, versionId, previousHash, hash });
      previousHash = hash;
    }
    await insertLinks(tx, links);
    return links.length;
  });
}
