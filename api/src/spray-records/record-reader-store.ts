import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { ProfileId, RecordField } from './profile-rules.ts';
import type { RecordContent } from './record-content.ts';
import { recordNumber } from './record-number-rules.ts';

/** Who reads: the office reads all records, a farmer the own ones, a sprayer those of jobs the sprayer took part in. */
export interface RecordReader {
  farmerId?: string | undefined;
  sprayerId?: string | undefined;
}

/** A record with its newest version. */
export interface StoredRecord {
  id: string;
  number: string;
  orderId: string;
  visit: number;
  version: number;
  date: string;
  complete: boolean;
  missing: RecordField[];
  dueAt: string;
  reEntryAt: string | null;
  harvestFrom: string | null;
  intervalsUnknown: boolean;
  hash: string;
  link: { sequence: number; previousHash: string; hash: string } | null;
  profile: ProfileId;
  content: RecordContent;
}

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const isVisible = `($2::bigint is null or r.farmer_id = $2)
  and ($3::bigint is null or exists (select from spray_record_member m where m.sprayer_id = $3 and m.record_id = r.id))`;

const findStatement = statement(
  'find_spray_record',
  `select r.id, r.order_id, r.visit, r.version, r.date, r.is_complete, to_json(r.missing), ${utc('r.due_at')}, ${utc('r.re_entry_at')}, r.harvest_from,
          r.intervals_unknown, r.content_hash, r.profile, l.sequence, l.previous_hash, l.hash, v.content
     from spray_record r
     join spray_record_version v on v.record_id = r.id and v.version = r.version
     left join spray_record_link l on l.version_id = v.id
    where r.id = $1 and ${isVisible}`,
);

export async function findRecord(db: Db, id: string, { farmerId, sprayerId }: RecordReader): Promise<StoredRecord | undefined> {
  const [row] = await db.rows(findStatement, [id, farmerId ?? null, sprayerId ?? null]);
  if (row === undefined) return undefined;
  const [recordId, orderId, visit, version, date, complete, missing, dueAt, reEntryAt = null, harvestFrom = null, unknown, ...rest] = row;
  const [hash, profile, sequence, previousHash, linkHash, content] = rest;
  return {
    id: String(recordId),
    number: recordNumber(String(recordId)),
    orderId: String(orderId),
    visit: Number(visit),
    version: Number(version),
    date: String(date),
    complete: complete === 't',
    missing: JSON.parse(String(missing)) as RecordField[],
    dueAt: String(dueAt),
    reEntryAt,
    harvestFrom,
    intervalsUnknown: unknown === 't',
    hash: String(hash),
    link:
      sequence === null || sequence === undefined
        ? null
        : { sequence: Number(sequence), previousHash: String(previousHash), hash: String(linkHash) },
    profile: profile as ProfileId,
    content: JSON.parse(String(content)) as RecordContent,
  };
}

const countVersionsStatement = statement(
  'count_spray_record_versions',
  `select count(*) from spray_record_version v join spray_record r on r.id = v.record_id where r.id = $1 and ${isVisible}`,
);
const listVersionsStatement = statement(
  'list_spray_record_versions',
  `select v.content::jsonb -> 'version', v.content_hash from spray_record_version v join spray_record r on r.id = v.record_id
    where r.id = $1 and ${isVisible} order by v.version desc limit $4 offset $5`,
);

/** 0: the reader sees no such record. */
export async function countVersions(db: Db, id: string, { farmerId, sprayerId }: RecordReader): Promise<number> {
  return Number((await db.rows(countVersionsStatement, [id, farmerId ?? null, sprayerId ?? null]))[0]?.[0]);
}

/** Newest first, as JSON. */
export async function listVersions(db: Db, id: string, reader: RecordReader, limit: number, offset: number): Promise<string[]> {
  const rows = await db.rows(listVersionsStatement, [id, reader.farmerId ?? null, reader.sprayerId ?? null, limit, offset]);
  return rows.map(([version, hash]) => JSON.stringify({ ...(JSON.parse(String(version)) as object), hash }));
}

const genuineStatement = statement(
  'is_genuine_spray_record',
  'select 1 from spray_record_version where record_id = $1 and content_hash = $2',
  { short: true },
);

/** Whether a version of the record has this hash. */
export async function isGenuine(db: Db, id: string, hash: string): Promise<boolean> {
  return (await db.rows(genuineStatement, [id, hash])).length > 0;
}
