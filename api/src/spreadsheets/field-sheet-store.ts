import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** A field as a row of a file could describe it. */
export interface StoredField {
  id: string;
  farmerId: string;
  phoneKey: string | null;
  name: string;
  latitude: number;
  longitude: number;
  cropId: string | null;
  obstacles: string | null;
  notes: string | null;
  archived: boolean;
  version: number;
}

const columns = `f.id, f.farmer_id, u.phone_key, f.name, f.latitude, f.longitude, f.crop_id, f.obstacles, f.notes, f.archived, f.version`;
const found = `from field f join app_user u on u.id = f.farmer_id
  where f.id = any($1::bigint[]) or f.id in (
    select o.id from unnest($2::text[], $3::text[]) as n (phone_key, name)
      join app_user p on p.phone_key = n.phone_key and p.phone_confirmed join field o on o.farmer_id = p.id and not o.archived and lower(o.name) = n.name)`;
const findStatement = statement('find_sheet_fields', `select ${columns} ${found} order by f.id`);
const lockStatement = statement('lock_sheet_fields', `select ${columns} ${found} order by f.id for no key update of f`);

function toField(row: Row): StoredField {
  const [id, farmerId, phoneKey = null, name, latitude, longitude, cropId = null, obstacles = null, notes = null, archived, version] = row;
  return {
    ...{
      id: String(id),
      farmerId: String(farmerId),
      phoneKey,
      name: String(name),
      latitude: Number(latitude),
      longitude: Number(longitude),
    },
    ...{ cropId, obstacles, notes, archived: archived === 't', version: Number(version) },
  };
}

/** Fields by id, or current fields by phone number of the farmer and name in lower case. */
export async function findSheetFields(
  db: Db,
  ids: string[],
  names: readonly { phoneKey: string; name: string }[],
  locks: boolean,
): Promise<StoredField[]> {
  const values = [ids, names.map(({ phoneKey }) => phoneKey), names.map(({ name }) => name)];
  return (await db.rows(locks ? lockStatement : findStatement, values)).map(toField);
}

export interface SheetField {
  number: number;
  id: string | null;
  farmerId: string;
  name: string;
  latitude: number;
  longitude: number;
  cropId: string | null;
  obstacles: string | null;
  notes: string | null;
}

const record = `jsonb_to_recordset($1::jsonb) as r (number integer, id bigint, "farmerId" bigint, name text, latitude double precision,
  longitude double precision, "cropId" bigint, obstacles text, notes text)`;

// Waits for a merge of the farmer's account, which moves the fields.
const insertStatement = statement(
  'insert_sheet_fields',
  `insert into field (farmer_id, name, latitude, longitude, crop_id, obstacles, notes, created_at, updated_at)
   select u.id, r.name, r.latitude, r.longitude, r."cropId", r.obstacles, r.notes, $2::timestamptz, $2::timestamptz
     from ${record} join app_user u on u.id = r."farmerId" and u.role = 'farmer' and u.merged_into is null
    order by r.number for share of u
   returning id`,
);

/** Ids in the order of the rows. Fewer than rows: a farmer was merged, and the transaction must be rolled back. */
export async function insertSheetFields(tx: Tx, fields: readonly SheetField[], now: Date): Promise<string[]> {
  const rows = await tx.rows(insertStatement, [JSON.stringify(fields), now.toISOString()]);
  return rows.map(([id]) => String(id)).sort((a, b) => Number(BigInt(a) - BigInt(b)));
}

const updateStatement = statement(
  'update_sheet_fields',
  `update field f set name = r.name, latitude = r.latitude, longitude = r.longitude, crop_id = r."cropId", obstacles = r.obstacles, notes = r.notes,
          updated_at = $2::timestamptz, version = f.version + 1
     from ${record} where f.id = r.id`,
);

/** The fields must be locked. Boundaries stay. */
export async function updateSheetFields(tx: Tx, fields: readonly SheetField[], now: Date): Promise<void> {
  if (fields.length > 0) await tx.rows(updateStatement, [JSON.stringify(fields), now.toISOString()]);
}

const usedStatement = statement('used_sheet_fields', 'select distinct field_id from order_field where field_id = any($1::bigint[])');
const deleteStatement = statement('delete_sheet_fields', 'delete from field where id = any($1::bigint[])');

/** Fields that orders spray. */
export async function findUsedFields(tx: Tx, ids: string[]): Promise<Set<string>> {
  return new Set((await tx.rows(usedStatement, [ids])).map(([id]) => String(id)));
}

export async function deleteSheetFields(tx: Tx, ids: string[]): Promise<void> {
  await tx.rows(deleteStatement, [ids]);
}
