import { squareMetresOf } from '../catalog/area-unit-rules.ts';
import type { CatalogFacts } from '../catalog/catalog.ts';
import { insertField } from '../fields/field-store.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { demoBoundary } from './demo-boundary.ts';
import type { Field } from './demo-fields.ts';

/** Registers the fields of the demo farmers, by name of the account. Returns their ids. The area of a boundary is the area that is booked. */
export async function addDemoFields(
  tx: Tx,
  { company, crops }: CatalogFacts,
  people: ReadonlyMap<string, Actor>,
  fieldsOf: ReadonlyMap<string, readonly Field[]>,
  since: Date,
): Promise<Map<Field, string>> {
  const unitM2 = squareMetresOf(company.areaUnit);
  const cropIds = new Map([...crops.values()].filter(({ active }) => active).map(({ id, name }) => [name, id]));
  const ids = new Map<Field, string>();
  for (const [name, fields] of fieldsOf) {
    const farmer = people.get(name);
    if (farmer === undefined) continue;
    for (const field of fields) {
      const { location, latitude, longitude, crop, area, outline } = field;
      const measured = outline === undefined || unitM2 === undefined ? null : demoBoundary(field, outline, area * unitM2);
      const details = { name: location, measured, latitude, longitude, cropId: cropIds.get(crop) ?? null, obstacles: null, notes: null };
      const id = await insertField(tx, farmer.id, details, since);
      if (id !== undefined) ids.set(field, id);
    }
  }
  return ids;
}
