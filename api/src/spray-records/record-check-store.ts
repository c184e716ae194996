import type { Db, Row } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { RecordContent } from './record-content.ts';
import type { RecordOwner, RecordState, ReportedWork } from './record-state-rules.ts';

const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A record with its first and newest content, and the report of its work. */
export interface ComparedRecord {
  id: string;
  state: RecordState;
  owner: RecordOwner;
  first: RecordContent;
  newest: RecordContent;
  /** undefined: there is none. */
  report: ReportedWork | undefined;
}

export const recordsPerPage = 200;

const comparedStatement = statement(
  'compared_spray_records',
  `select r.id, r.order_id, r.visit, r.operator_id, r.version, r.profile, to_char(r.date, 'YYYY-MM-DD'), ${utc('r.finished_at')}, r.products,
          to_json(r.missing), ${utc('r.due_at')}, ${utc('r.re_entry_at')}, to_char(r.harvest_from, 'YYYY-MM-DD'), to_json(r.product_ids::text[]), r.intervals_unknown, f.content,
          case when r.version > 1 then n.content end, w.sprayer_id, w.area_sprayed, w.note, ${utc('coalesce(w.finished_at, w.at)')}
     from spray_record r
     join spray_record_version f on f.record_id = r.id and f.version = 1
     join spray_record_version n on n.record_id = r.id and n.version = r.version
     left join work_report w on w.order_id = r.order_id
    where r.id > $1 order by r.id limit ${recordsPerPage}`,
);

function toCompared(row: Row): ComparedRecord {
  const [
    id,
    orderId,
    visit,
    operatorId,
    version,
    profile,
    date,
    finishedAt,
    products,
    missing,
    dueAt,
    reEntryAt,
    harvestFrom,
    productIds,
    unknown,
  ] = row;
  const [firstContent, newestContent, sprayerId, areaSprayed, note, reportedAt] = row.slice(15);
  const first = JSON.parse(String(firstContent)) as RecordContent;
  return {
    id: String(id),
    state: {
      ...{ version: Number(version), profile: String(profile), date: String(date), finishedAt: String(finishedAt) },
      ...{ products: String(products), missing: JSON.parse(String(missing)) as string[], dueAt: String(dueAt) },
      reEntryAt: reEntryAt ?? null,
      harvestFrom: harvestFrom ?? null,
      productIds: productIds == null ? null : (JSON.parse(String(productIds)) as string[]),
      intervalsUnknown: unknown === 't',
    },
    owner: { orderId: String(orderId), visit: Number(visit), operatorId: String(operatorId) },
    first,
    newest: newestContent == null ? first : (JSON.parse(String(newestContent)) as RecordContent),
    report:
      sprayerId == null
        ? undefined
        : { sprayerId: String(sprayerId), areaSprayed: Number(areaSprayed), note: note ?? null, finishedAt: String(reportedAt) },
  };
}

/** The next records by id. */
export async function listCompared(db: Db, after: string): Promise<ComparedRecord[]> {
  return (await db.rows(comparedStatement, [after])).map(toCompared);
}

// Before `since` the service made no records.
const unrecordedStatement = statement(
  'work_report_without_record',
  `select w.order_id from work_report w
    where w.at >= (select since from spray_record_check) and not exists (select from spray_record r where r.order_id = w.order_id)
    order by w.order_id limit 1`,
);

/** An order whose work was reported and has no record. */
export async function findUnrecordedOrder(db: Db): Promise<string | undefined> {
  const [row] = await db.rows(unrecordedStatement);
  return row === undefined ? undefined : String(row[0]);
}

const claimStatement = statement(
  'claim_record_check',
  `update spray_record_check set claimed_at = $1 where claimed_at is null or claimed_at < $1::timestamptz - interval '1 day' returning 1`,
);

/** False: another process has begun the check of these 24 hours. */
export async function claimRecordCheck(db: Db, now: Date): Promise<boolean> {
  return (await db.rows(claimStatement, [now.toISOString()])).length > 0;
}

const releaseStatement = statement('release_record_check', 'update spray_record_check set claimed_at = null');

export async function releaseRecordCheck(db: Db): Promise<void> {
  await db.rows(releaseStatement);
}

/** The result of the last check. */
export interface RecordCheck {
  /** null: not checked yet. */
  checkedAt: string | null;
  versions: number;
  fault: { record: string; what: string } | null;
}

const saveStatement = statement('save_record_check', 'update spray_record_check set checked_at = $1, links = $2, record = $3, what = $4');

export async function saveRecordCheck(db: Db, now: Date, versions: number, fault: RecordCheck['fault']): Promise<void> {
  await db.rows(saveStatement, [now.toISOString(), versions, fault?.record ?? null, fault?.what ?? null]);
}

const readStatement = statement(
  'read_record_check',
  `select ${utc('checked_at')}, coalesce(links, 0), record, what from spray_record_check`,
);

export async function readRecordCheck(db: Db): Promise<RecordCheck> {
  const [row = []] = await db.rows(readStatement);
  const [checkedAt, versions, record, what] = row;
  return {
    checkedAt: checkedAt ?? null,
    versions: Number(versions),
    fault: record == null ? null : { record: String(record), what: String(what) },
  };
}
