import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

export interface ChainEnd {
  sequence: number;
  hash: string;
}

const lockStatement = statement('lock_record_chain', 'select sequence, hash from spray_record_chain for update skip locked');

/** The end of the chain, locked; undefined: another process extends it. */
export async function lockChain(tx: Tx): Promise<ChainEnd | undefined> {
  const [row] = await tx.rows(lockStatement);
  return row === undefined ? undefined : { sequence: Number(row[0]), hash: String(row[1]) };
}

const anyUnlinkedStatement = statement('any_unlinked_version', 'select 1 from spray_record_unlinked limit 1', { short: true });

export async function hasUnlinked(db: Db): Promise<boolean> {
  return (await db.rows(anyUnlinkedStatement)).length > 0;
}

const unlinkedStatement = statement(
  'unlinked_versions',
  `select v.id, v.record_id, v.version, v.content_hash from spray_record_unlinked u join spray_record_version v on v.id = u.version_id order by u.version_id limit $1`,
);

export interface UnlinkedVersion {
  versionId: string;
  recordId: string;
  version: number;
  contentHash: string;
}

export async function listUnlinked(tx: Tx, limit: number): Promise<UnlinkedVersion[]> {
  return (await tx.rows(unlinkedStatement, [limit])).map(([id, recordId, version, hash]) => ({
    versionId: String(id),
    recordId: String(recordId),
    version: Number(version),
    contentHash: String(hash),
  }));
}

export interface NewLink {
  sequence: number;
  versionId: string;
  previousHash: string;
  hash: string;
}

const linkStatement = statement(
  'insert_record_links',
  `with linked as (
     insert into spray_record_link (sequence, version_id, previous_hash, hash)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])
   ), taken as (
     delete from spray_record_unlinked where version_id = any($2::bigint[])
   )
   update spray_record_chain set sequence = $5, hash = $6`,
);

/** Extends the locked chain. */
export async function insertLinks(tx: Tx, links: readonly NewLink[]): Promise<void> {
  const last = links.at(-1);
  if (last === undefined) return;
  await tx.rows(linkStatement, [
    links.map(({ sequence }) => String(sequence)),
    links.map(({ versionId }) => versionId),
    links.map(({ previousHash }) => previousHash),
    links.map(({ hash }) => hash),
    last.sequence,
    last.hash,
  ]);
}

/** A link with its version; null: that row is gone. */
export interface StoredLink {
  sequence: number;
  previousHash: string;
  hash: string;
  contentHash: string | null;
  /** SHA-256 of the stored content. */
  calculatedHash: string | null;
  recordId: string | null;
  version: number | null;
}

// Part of the text: for an unknown limit PostgreSQL would read the whole tables for each part.
const linksPerPage = 5000;

const linksStatement = statement(
  'record_links_after',
  `select l.sequence, l.previous_hash, l.hash, v.content_hash, encode(sha256(convert_to(v.content, 'UTF8')), 'hex'), v.record_id, v.version
     from spray_record_link l left join spray_record_version v on v.id = l.version_id
    where l.sequence > $1 order by l.sequence limit ${linksPerPage}`,
);

/** The next part of the chain. The server hashes the contents, so that they are not sent. */
export async function listLinks(db: Db, after: number): Promise<StoredLink[]> {
  return (await db.rows(linksStatement, [after])).map(([sequence, previousHash, hash, contentHash, calculatedHash, recordId, version]) => ({
    sequence: Number(sequence),
    previousHash: String(previousHash),
    hash: String(hash),
    contentHash: contentHash ?? null,
    calculatedHash: calculatedHash ?? null,
    recordId: recordId ?? null,
    version: version === null || version === undefined ? null : Number(version),
  }));
}

const endStatement = statement('record_chain_end', 'select sequence, hash from spray_record_chain');

export async function readChainEnd(db: Db): Promise<ChainEnd> {
  const [row] = await db.rows(endStatement);
  return { sequence: Number(row?.[0]), hash: String(row?.[1]) };
}

// A record whose state differs from its newest version, a version without its record, or a version that is neither linked nor waiting.
const strayStatement = statement(
  'stray_spray_record',
  `(select r.id from spray_record r left join spray_record_version v on v.record_id = r.id and v.version = r.version
     where v.content_hash is distinct from r.content_hash limit 1)
   union all
   (select v.record_id from spray_record_version v left join spray_record r on r.id = v.record_id where r.id is null or v.version > r.version limit 1)
   union all
   (select v.record_id from spray_record_version v left join spray_record_link l on l.version_id = v.id
      left join spray_record_unlinked u on u.version_id = v.id where l.version_id is null and u.version_id is null limit 1)
   limit 1`,
);

export async function findStrayRecord(db: Db): Promise<string | undefined> {
  const [row] = await db.rows(strayStatement);
  return row === undefined ? undefined : String(row[0]);
}

const waitingStatement = statement(
  'unlinked_spray_records',
  `select v.record_id, v.version, v.content, v.content_hash from spray_record_unlinked u join spray_record_version v on v.id = u.version_id
    order by u.version_id limit 1000`,
);

export interface UnlinkedContent {
  recordId: string;
  version: number;
  content: string;
  contentHash: string;
}

/** Versions that have no link yet: their content can be checked, their place in the chain not. */
export async function listUnlinkedVersions(db: Db): Promise<UnlinkedContent[]> {
  return (await db.rows(waitingStatement)).map(([recordId, version, content, contentHash]) => ({
    recordId: String(recordId),
    version: Number(version),
    content: String(content),
    contentHash: String(contentHash),
  }));
}
