import type { Db } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { ExportedField } from './export-rules.ts';
import type { Boundary } from './field.ts';

const columns = 'select id, name, area_m2, boundary from field';
const ofFarmerStatement = statement(
  'export_fields_of_farmer',
  `${columns} where farmer_id = $1 and not archived and boundary is not null order by sort_name, id limit 5000`,
);
const allStatement = statement('export_fields', `${columns} where not archived and boundary is not null order by sort_name, id limit 5000`);

/** Current fields with a boundary, of one farmer or of all. */
export async function listExportedFields(db: Db, farmerId: string | undefined): Promise<ExportedField[]> {
  const rows = farmerId === undefined ? await db.rows(allStatement) : await db.rows(ofFarmerStatement, [farmerId]);
  return rows.map(([id, name, areaM2, boundary]) => ({
    id: String(id),
    name: String(name),
    areaM2: Number(areaM2),
    boundary: JSON.parse(String(boundary)) as Boundary,
  }));
}
