import type { CatalogFacts } from '../catalog/catalog.ts';
import { squareMetresOf } from '../fields/area-unit-rules.ts';
import { insertField } from '../fields/field-store.ts';
import type { Actor } from '../orders/order.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { demoBoundary } from './demo-boundary.ts';
import { type FarmerName, type Field, fieldsOf, unbookedFieldsOf } from './demo-fields.ts';
import type { DemoName } from './demo-people.ts';

/** Registers the fields of the demo farmers. Returns their ids. The area of a boundary is the area that is booked. */
export async function addDemoFields(
  tx: Tx,
  { company, crops }: CatalogFacts,
  people: ReadonlyMap<DemoName, Actor>,
  since: Date,
): Promise<Map<Field, string>> {
  const unitM2 = squareMetresOf(company.areaUnit);
  const cropIds = new Map([...crops.values()].filter(({ active }) => active).map(({ id, name }) => [name, id]));
  const ids = new Map<Field, string>();
  for (const name of Object.keys(fieldsOf) as FarmerName[]) {
    const farmer = people.get(name);
    if (farmer === undefined) continue;
    for (const field of [...fieldsOf[name], ...(unbookedFieldsOf[name] ?? [])]) {
      const { location, latitude, longitude, crop, area, outline } = field;
      const measured = outline === undefined || unitM2 === undefined ? null : demoBoundary(field, outline, area * unitM2);
      const details = { name: location, measured, latitude, longitude, cropId: cropIds.get(crop) ?? null, obstacles: null, notes: null };
      const id = await insertField(tx, farmer.id, details, since);
      if (id !== undefined) ids.set(field, id);
    }
  }
  return ids;
}
