import { mapWithPauses } from '../platform/concurrency/map-with-pauses.ts';
import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import { hasPartNear } from './boundary-rules.ts';
import type { Boundary, Extent } from './field.ts';

/** A boundary on the map of all fields. */
export interface MappedField {
  id: string;
  name: string;
  farmerName: string;
  /** null: too small to be drawn with its corners. */
  boundary: Boundary | null;
  extent: Extent;
}

/** Fields of one answer. */
export const mapPageSize = 1000;
/** Stored size of their boundaries, which are compressed. */
const mapPageBytes = 4_000_000;

// The sum of the sizes ends an answer early if boundaries are large; the first field is always in it.
const statementOfPage = statement(
  'fields_on_map',
  `select id, name, full_name, case when is_drawn then boundary end, (extent[1])[0], (extent[1])[1], (extent[0])[0], (extent[0])[1], total
     from (select f.id, f.name, u.full_name, f.boundary, f.extent, f.is_drawn, row_number() over (order by f.id) as row,
                  sum(case when f.is_drawn then pg_column_size(f.boundary) else 0 end) over (order by f.id) as bytes,
                  count(*) over () as total
             from (select f.*, greatest(width(f.extent), height(f.extent)) > $4::float8 as is_drawn from field f
                    where f.extent && $1::box and not f.archived and f.id > $2::bigint and ($3::bigint is null or f.farmer_id = $3)
                    order by f.id limit ${mapPageSize + 1}) f
             join app_user u on u.id = f.farmer_id) page
    where row <= ${mapPageSize} and (row = 1 or bytes <= ${mapPageBytes}) order by id`,
);

export interface MapView {
  box: Extent;
  /** After this field. */
  afterId: string;
  farmerId: string | undefined;
  /** Fields that are not larger are drawn as boxes. */
  smallestDegrees: number;
}

/** Current fields in a part of the map, by id. `next` is the id after which the others begin; undefined: these are all. */
export async function listFieldsOnMap(
  db: Db,
  { box: { west, south, east, north }, afterId, farmerId, smallestDegrees }: MapView,
): Promise<{ fields: MappedField[]; next: string | undefined }> {
  const rows = await db.rows(statementOfPage, [`(${east},${north}),(${west},${south})`, afterId, farmerId ?? null, smallestDegrees]);
  const found = await mapWithPauses(rows, ([id, name, farmerName, boundary, ...sides]): MappedField => {
    const [left = 0, bottom = 0, right = 0, top = 0] = sides.slice(0, 4).map(Number);
    return {
      id: String(id),
      name: String(name),
      farmerName: String(farmerName),
      boundary: boundary == null ? null : (JSON.parse(boundary) as Boundary),
      extent: { west: left, south: bottom, east: right, north: top },
    };
  });
  const isCut = Number(rows[0]?.[8] ?? 0) > found.length;
  const isNear = ({ boundary, extent }: MappedField) =>
    boundary === null || extent.east - extent.west <= 180 || hasPartNear(boundary, { west, south, east, north });
  return { fields: found.filter(isNear), next: isCut ? found.at(-1)?.id : undefined };
}
