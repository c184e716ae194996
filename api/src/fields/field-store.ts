import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { pageStatement, statement } from '../platform/postgres/sql.ts';
import type { Boundary, Extent, Field, FieldDetails, MeasuredBoundary } from './field.ts';

const columns = `f.id, f.farmer_id, u.full_name, u.active, f.name, f.boundary, f.area_m2, f.latitude, f.longitude, f.crop_id, f.obstacles, f.notes,
  f.archived, f.version, to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

function toField(row: Row): Field {
  const [
    id,
    farmerId,
    farmerName,
    isFarmerActive,
    name,
    boundary,
    areaM2,
    latitude,
    longitude,
    cropId,
    obstacles,
    notes,
    archived,
    version,
    updatedAt,
  ] = row;
  return {
    id: String(id),
    farmerId: String(farmerId),
    farmerName: String(farmerName),
    isFarmerActive: isFarmerActive === 't',
    name: String(name),
    boundary: boundary == null ? null : (JSON.parse(boundary) as Boundary),
    areaM2: areaM2 == null ? null : Number(areaM2),
    latitude: Number(latitude),
    longitude: Number(longitude),
    cropId: cropId ?? null,
    obstacles: obstacles ?? null,
    notes: notes ?? null,
    archived: archived === 't',
    version: Number(version),
    updatedAt: String(updatedAt),
  };
}

const findStatement = statement('find_field', `select ${columns} from field f join app_user u on u.id = f.farmer_id where f.id = $1`);

export async function findField(db: Db, id: string): Promise<Field | undefined> {
  const [row] = await db.rows(findStatement, [id]);
  return row === undefined ? undefined : toField(row);
}

const lockStatement = statement(
  'lock_field',
  `select ${columns} from field f join app_user u on u.id = f.farmer_id where f.id = $1 for no key update of f`,
);

/** The field, locked until the end of the transaction. */
export async function lockField(tx: Tx, id: string): Promise<Field | undefined> {
  const [row] = await tx.rows(lockStatement, [id]);
  return row === undefined ? undefined : toField(row);
}

const boxText = ({ west, south, east, north }: Extent): string => `(${east},${north}),(${west},${south})`;

function detailValues({ name, measured, latitude, longitude, cropId, obstacles, notes }: FieldDetails): Value[] {
  const boundary = measured === null ? null : JSON.stringify(measured.boundary);
  const extent = measured === null ? null : boxText(measured.extent);
  return [name, boundary, measured?.areaM2 ?? null, extent, latitude, longitude, cropId, obstacles, notes];
}

// Waits for a merge of the farmer's account, which moves the fields.
const insertStatement = statement(
  'insert_field',
  `insert into field (farmer_id, name, boundary, area_m2, extent, latitude, longitude, crop_id, obstacles, notes, created_at, updated_at)
   select u.id, $2, $3::jsonb, $4::numeric, $5::box, $6, $7, $8, $9, $10, $11, $11 from app_user u
    where u.id = $1 and u.role = 'farmer' and u.merged_into is null for share of u returning id`,
);

/** undefined: there is no such farmer. */
export async function insertField(tx: Tx, farmerId: string, details: FieldDetails, now: Date): Promise<string | undefined> {
  const [row] = await tx.rows(insertStatement, [farmerId, ...detailValues(details), now.toISOString()]);
  return row === undefined ? undefined : String(row[0]);
}

const updateStatement = statement(
  'update_field',
  `update field set name = $2, boundary = $3::jsonb, area_m2 = $4::numeric, extent = $5::box, latitude = $6, longitude = $7, crop_id = $8,
          obstacles = $9, notes = $10, archived = $11, updated_at = $12, version = version + 1
    where id = $1`,
);

/** The field must be locked. */
export async function updateField(tx: Tx, id: string, details: FieldDetails, archived: boolean, now: Date): Promise<void> {
  await tx.rows(updateStatement, [id, ...detailValues(details), archived, now.toISOString()]);
}

export interface FieldFilter {
  /** Only fields of this farmer. */
  farmerId?: string | undefined;
  archived: boolean;
}

function where({ farmerId, archived }: FieldFilter): { text: string; values: Value[]; key: string } {
  if (farmerId === undefined) return { text: 'where f.archived = $1', values: [archived], key: 'all' };
  return { text: 'where f.archived = $1 and f.farmer_id = $2', values: [archived, farmerId], key: 'of farmer' };
}

const countAllStatement = statement('count_fields', 'select count(*) from field f where f.archived = $1');
const countOwnStatement = statement('count_fields_of_farmer', 'select count(*) from field f where f.archived = $1 and f.farmer_id = $2');

export async function countFields(db: Db, filter: FieldFilter): Promise<number> {
  const counting = filter.farmerId === undefined ? countAllStatement : countOwnStatement;
  return Number((await db.rows(counting, where(filter).values))[0]?.[0]);
}

/** By name. */
export async function listFields(db: Db, filter: FieldFilter, limit: number, offset: number): Promise<Field[]> {
  const { text, values, key } = where(filter);
  const build = (limits: string) =>
    `select ${columns} from (select * from field f ${text} order by f.sort_name, f.id ${limits}) f join app_user u on u.id = f.farmer_id
      order by f.sort_name, f.id`;
  return mapWithPauses(await db.rows(pageStatement(`fields ${key}`, [], limit, offset, build), values), toField);
}

const maxNear = 500;
/** Stored size of all their boundaries, which are compressed. */
const maxNearBytes = 8_000_000;

// By distance of the centres of the boxes, newest first at one place, so that old fields do not hide a newer one. The nearest is always in it.
const nearStatement = statement(
  'fields_near_extent',
  `select f.id, f.name, f.farmer_id, u.full_name, f.bytes
     from (select f.*, sum(bytes) over (order by away, id desc) as total, row_number() over (order by away, id desc) as row
             from (select f.id, f.name, f.farmer_id, pg_column_size(f.boundary) as bytes, (@@ f.extent) <-> (@@ $1::box) as away
                     from field f where f.extent && $1::box and not f.archived and f.id <> $2
                    order by away, id desc limit ${maxNear}) f) f
     join app_user u on u.id = f.farmer_id
    where f.total <= ${maxNearBytes} or f.row = 1 order by f.row`,
);

export interface NearField {
  id: string;
  name: string;
  farmerId: string;
  farmerName: string;
  /** Stored size of the boundary, which is compressed. */
  bytes: number;
}

/** The nearest fields whose box touches this one, except the given field: they may overlap. At most as many as can be compared in seconds. */
export async function listFieldsNear(db: Db, extent: Extent, exceptId: string): Promise<NearField[]> {
  return (await db.rows(nearStatement, [boxText(extent), exceptId])).map(([id, name, farmerId, farmerName, bytes]) => ({
    ...{ id: String(id), name: String(name), farmerId: String(farmerId), farmerName: String(farmerName), bytes: Number(bytes) },
  }));
}

const boundaryTextsStatement = statement(
  'boundaries_of_fields',
  'select id, boundary from field where id = any($1::bigint[]) and boundary is not null order by id',
);

/** Boundaries as JSON text, by id. */
export async function listBoundaryTexts(db: Db, ids: readonly string[]): Promise<{ id: string; text: string }[]> {
  return (await db.rows(boundaryTextsStatement, [ids as string[]])).map(([id, text]) => ({ id: String(id), text: String(text) }));
}

const lockFieldsStatement = statement('lock_fields_of_farmer', 'select pg_advisory_xact_lock(773628407, hashint8($1::bigint))');
const ownCountStatement = statement(
  'count_all_fields_of_farmer',
  'select count(*) from (select from field where farmer_id = $1 limit $2::integer) counted',
);

/** How many fields a farmer has, archived ones too, up to a limit. Others who count wait until the transaction ends. */
export async function lockFieldCount(tx: Tx, farmerId: string, limit: number): Promise<number> {
  await tx.rows(lockFieldsStatement, [farmerId]);
  return Number((await tx.rows(ownCountStatement, [farmerId, limit]))[0]?.[0]);
}

const boundariesStatement = statement(
  'boundaries_of_farmer',
  `select id, name, area_m2, (extent[1])[0], (extent[1])[1], (extent[0])[0], (extent[0])[1] from field
    where farmer_id = $1 and not archived and extent is not null`,
);

/** Area and box of each boundary of a farmer. */
export async function listBoundariesOf(db: Db, farmerId: string): Promise<{ id: string; name: string; areaM2: number; extent: Extent }[]> {
  return (await db.rows(boundariesStatement, [farmerId])).map(([id, name, areaM2, ...sides]) => {
    const [west = 0, south = 0, east = 0, north = 0] = sides.map(Number);
    return { id: String(id), name: String(name), areaM2: Number(areaM2), extent: { west, south, east, north } };
  });
}

const insertAllStatement = statement(
  'insert_fields',
  `with farmer as (select u.id from app_user u where u.id = $1 and u.role = 'farmer' and u.merged_into is null for share),
        added as (
          insert into field (farmer_id, name, boundary, area_m2, extent, latitude, longitude, crop_id, obstacles, notes, created_at, updated_at)
          select r.id, f ->> 'name', f -> 'boundary', (f ->> 'areaM2')::numeric, (f ->> 'extent')::box, (f ->> 'latitude')::float8,
                 (f ->> 'longitude')::float8, (f ->> 'cropId')::bigint, f ->> 'obstacles', f ->> 'notes', $3, $3 from farmer r, jsonb_array_elements($2::jsonb) f
          returning 1)
   select count(*) from added`,
);

/** All fields in one statement; 0: there is no such farmer. */
export async function insertFields(
  tx: Tx,
  farmerId: string,
  fields: readonly (FieldDetails & { measured: MeasuredBoundary })[],
  now: Date,
): Promise<number> {
  const rows = fields.map(({ measured: { boundary, areaM2, extent }, ...details }) => ({
    ...details,
    boundary,
    areaM2,
    extent: boxText(extent),
  }));
  return Number((await tx.rows(insertAllStatement, [farmerId, JSON.stringify(rows), now.toISOString()]))[0]?.[0]);
}

const moveStatement = statement(
  'move_fields_of_farmer',
  'with moved as (update field set farmer_id = $2, version = version + 1 where farmer_id = $1 returning id) select count(*) from moved',
);

/** Fields of a merged account go to the remaining one. Returns their number. */
export async function moveFields(tx: Tx, duplicateId: string, keptId: string): Promise<number> {
  return Number((await tx.rows(moveStatement, [duplicateId, keptId]))[0]?.[0]);
}
