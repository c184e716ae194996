import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

/** A field as it is stored. */
export interface StoredField {
  id: string;
  name: string;
  areaM2: number;
  boundaryJson: string;
  longitude: number;
  latitude: number;
  crop: string | null;
  obstacles: string | null;
  notes: string | null;
}

const ofFarmerStatement = statement(
  'exported_fields_of_farmer',
  'select id from field where farmer_id = $1 and not archived and boundary is not null order by sort_name, id limit 5000',
);
const allStatement = statement(
  'exported_fields',
  'select id from field where not archived and boundary is not null order by sort_name, id limit 5000',
);

/** Current fields with a boundary, of one farmer or of all. */
export async function listExportedIds(db: Db, farmerId: string | undefined): Promise<string[]> {
  const rows = farmerId === undefined ? await db.rows(allStatement) : await db.rows(ofFarmerStatement, [farmerId]);
  return rows.map(([id]) => String(id));
}

const fieldsStatement = statement(
  'export_fields',
  `select f.id, f.name, f.area_m2, f.boundary, f.longitude, f.latitude, c.name, f.obstacles, f.notes from unnest($1::bigint[]) with ordinality as wanted(id, position) join field f using (id)
     left join crop c on c.id = f.crop_id
    where f.boundary is not null order by wanted.position`,
);

/** In the given order. */
export async function findExportedFields(db: Db, ids: readonly string[]): Promise<StoredField[]> {
  return (await db.rows(fieldsStatement, [`{${ids.join(',')}}`])).map(
    ([id, name, areaM2, boundary, longitude, latitude, crop, obstacles, notes]) => ({
      id: String(id),
      name: String(name),
      areaM2: Number(areaM2),
      boundaryJson: String(boundary),
      longitude: Number(longitude),
      latitude: Number(latitude),
      crop: crop ?? null,
      obstacles: obstacles ?? null,
      notes: notes ?? null,
    }),
  );
}
