import type { Db, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { RecordContent } from './record-content.ts';
import { stateOf } from './record-state-rules.ts';

/** The state of a record that follows from its content. */
function stateValues(content: RecordContent, contentHash: string) {
  const { version, profile, date, finishedAt, products, missing, dueAt, reEntryAt, harvestFrom, productIds, intervalsUnknown } =
    stateOf(content);
  return [version, contentHash, profile, date, finishedAt, products, missing, dueAt, reEntryAt, harvestFrom, productIds, intervalsUnknown];
}

const insertStatement = statement(
  'insert_spray_record',
  `with record as (
     insert into spray_record (id, order_id, visit, farmer_id, operator_id, field_id, created_at,
                               version, content_hash, profile, date, finished_at, products, missing, due_at, re_entry_at, harvest_from,
                               product_ids, intervals_unknown)
     values ($1, $2, $3, $4, $5, $6, $7, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning id
   ), member as (
     insert into spray_record_member (sprayer_id, record_id) select unnest($8::bigint[]), id from record
   ), made as (
     insert into spray_record_version (record_id, version, content, content_hash) select id, $10, $9, $11 from record returning id
   )
   insert into spray_record_unlinked (version_id) select id from made`,
);

/** The first version of a record. */
export async function insertRecord(tx: Tx, id: string, content: RecordContent, json: string, contentHash: string): Promise<void> {
  const { orderId, visit, customer, operator, helpers, field, version } = content;
  const crew = [operator, ...helpers].map((member) => member.id);
  const head = [id, orderId, visit, customer.id, operator.id, field.id, version.madeAt, crew, json];
  await tx.rows(insertStatement, [...head, ...stateValues(content, contentHash)]);
}

const reviseStatement = statement(
  'revise_spray_record',
  `with record as (
     update spray_record
        set version = $3, content_hash = $4, profile = $5, date = $6, finished_at = $7, products = $8, missing = $9, due_at = $10,
            re_entry_at = $11, harvest_from = $12, product_ids = $13, intervals_unknown = $14
      where id = $1
     returning id
   ), made as (
     insert into spray_record_version (record_id, version, content, content_hash) select id, $3, $2, $4 from record returning id
   )
   insert into spray_record_unlinked (version_id) select id from made`,
);

/** Another version of a locked record. */
export async function insertVersion(tx: Tx, id: string, content: RecordContent, json: string, contentHash: string): Promise<void> {
  await tx.rows(reviseStatement, [id, json, ...stateValues(content, contentHash)]);
}

export interface CurrentRecord {
  id: string;
  version: number;
  isComplete: boolean;
  content: RecordContent;
}

const lockStatement = statement('lock_spray_record', 'select 1 from spray_record where id = $1 for no key update');
// A statement of its own: after it has waited for a lock, a statement sees the new version in the locked row, but not in other tables.
const currentStatement = statement(
  'current_spray_record',
  `select r.id, r.version, r.is_complete, v.content from spray_record r join spray_record_version v on v.record_id = r.id and v.version = r.version
    where r.id = $1`,
);

export async function lockRecord(tx: Tx, id: string): Promise<CurrentRecord | undefined> {
  await tx.rows(lockStatement, [id]);
  const [row] = await tx.rows(currentStatement, [id]);
  if (row === undefined) return undefined;
  return { id: String(row[0]), version: Number(row[1]), isComplete: row[2] === 't', content: JSON.parse(String(row[3])) as RecordContent };
}

const profileStatement = statement('spray_record_profile', 'select profile from spray_record_setting');
const lockProfileStatement = statement('lock_spray_record_profile', 'select profile from spray_record_setting for no key update');
const saveProfileStatement = statement('save_spray_record_profile', 'update spray_record_setting set profile = $1');

export async function readProfile(db: Db): Promise<string> {
  return String((await db.rows(profileStatement))[0]?.[0]);
}

export async function lockProfile(tx: Tx): Promise<string> {
  return String((await tx.rows(lockProfileStatement))[0]?.[0]);
}

export async function saveProfile(tx: Tx, profile: string): Promise<void> {
  await tx.rows(saveProfileStatement, [profile]);
}

const cropStatement = statement('crop_of_record', 'select crop_id from spray_order where id = $1');

/** The crop of the order of a record. */
export async function readCropId(db: Db, orderId: string): Promise<string> {
  return String((await db.rows(cropStatement, [orderId]))[0]?.[0]);
}

const nameStatement = statement('name_of_record_author', 'select full_name from app_user where id = $1');

export async function readName(db: Db, userId: string): Promise<string> {
  return String((await db.rows(nameStatement, [userId]))[0]?.[0]);
}
