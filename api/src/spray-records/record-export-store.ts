import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { RecordField } from './profile-rules.ts';
import type { RecordContent } from './record-content.ts';

export interface RecordPeriod {
  from: string;
  /** Inclusive. */
  to: string;
  /** Undefined: complete and incomplete ones. */
  isComplete?: boolean | undefined;
}

export interface ExportedRecord {
  hash: string;
  missing: RecordField[];
  content: RecordContent;
}

const exportStatement = statement(
  'export_spray_records',
  `select r.content_hash, to_json(r.missing), v.content
     from spray_record r join spray_record_version v on v.record_id = r.id and v.version = r.version
    where r.date between $1::date and $2::date and ($3::boolean is null or r.is_complete = $3) order by r.date, r.id limit $4`,
);

/** Oldest first. */
export async function listRecordsToExport(db: Db, { from, to, isComplete }: RecordPeriod, limit: number): Promise<ExportedRecord[]> {
  return (await db.rows(exportStatement, [from, to, isComplete ?? null, limit])).map(([hash, missing, content]) => ({
    hash: String(hash),
    missing: JSON.parse(String(missing)) as RecordField[],
    content: JSON.parse(String(content)) as RecordContent,
  }));
}
