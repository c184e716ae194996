import type { Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';
import type { Product } from '../products/product.ts';
import type { UseInput } from '../products/product-rules.ts';

/** A product without its uses. */
export type ProductColumns = Omit<Product, 'id' | 'version' | 'uses'>;

const record = `jsonb_to_recordset($1::jsonb) as r (number integer, id bigint, name text, "authorisationNumber" text, "activeIngredients" text,
  "reEntryHours" integer, "rainFastHours" numeric, "beeHazard" text, "bufferMetres" integer, "withdrawnOn" date)`;

const insertStatement = statement(
  'insert_sheet_products',
  `insert into product (name, authorisation_number, active_ingredients, re_entry_hours, rain_fast_hours, bee_hazard, buffer_metres, withdrawn_on, created_at)
   select r.name, r."authorisationNumber", r."activeIngredients", r."reEntryHours", r."rainFastHours", r."beeHazard", r."bufferMetres", r."withdrawnOn",
          $2::timestamptz
     from ${record} order by r.number
   returning id, lower(authorisation_number)`,
);

/** Ids by authorisation number in lower case. The register must be locked. */
export async function insertSheetProducts(
  tx: Tx,
  products: readonly (ProductColumns & { number: number })[],
  now: Date,
): Promise<Map<string, string>> {
  if (products.length === 0) return new Map();
  const rows = await tx.rows(insertStatement, [JSON.stringify(products), now.toISOString()]);
  return new Map(rows.map(([id, key]) => [String(key), String(id)]));
}

const updateStatement = statement(
  'update_sheet_products',
  `update product p set name = r.name, authorisation_number = r."authorisationNumber", active_ingredients = r."activeIngredients",
          re_entry_hours = r."reEntryHours", rain_fast_hours = r."rainFastHours", bee_hazard = r."beeHazard", buffer_metres = r."bufferMetres",
          withdrawn_on = r."withdrawnOn", version = p.version + 1
     from ${record} where p.id = r.id`,
);

/** The register must be locked. */
export async function updateSheetProducts(tx: Tx, products: readonly (ProductColumns & { id: string })[]): Promise<void> {
  if (products.length > 0) await tx.rows(updateStatement, [JSON.stringify(products)]);
}

export type SheetUse = UseInput & { productId: string };

const useRecord = `jsonb_to_recordset($1::jsonb) as r ("productId" bigint, "cropId" bigint, target text, "doseMin" numeric, "doseMax" numeric, "doseUnit" text,
  "waterRate" numeric, "maxApplications" integer, "preHarvestDays" integer)`;

const saveUsesStatement = statement(
  'save_sheet_uses',
  `insert into product_use as u (product_id, crop_id, target, dose_min, dose_max, dose_unit, water_rate, max_applications, pre_harvest_days)
   select r."productId", r."cropId", r.target, r."doseMin", r."doseMax", r."doseUnit", r."waterRate", r."maxApplications", r."preHarvestDays"
     from ${useRecord}
   on conflict (product_id, crop_id, lower(target)) do update
     set target = excluded.target, dose_min = excluded.dose_min, dose_max = excluded.dose_max, dose_unit = excluded.dose_unit,
         water_rate = excluded.water_rate, max_applications = excluded.max_applications, pre_harvest_days = excluded.pre_harvest_days,
         is_on_label = true`,
);
const removeUsesStatement = statement(
  'take_sheet_uses_off_label',
  `update product_use u set is_on_label = false
     from ${useRecord} where u.product_id = r."productId" and u.crop_id = r."cropId" and lower(u.target) = lower(r.target)`,
);

/** Adds or changes uses; other uses of the products stay. The register must be locked. */
export async function saveSheetUses(tx: Tx, uses: readonly SheetUse[]): Promise<void> {
  if (uses.length > 0) await tx.rows(saveUsesStatement, [JSON.stringify(uses)]);
}

/** Mixes may refer to uses, so they are not deleted. */
export async function takeUsesOffLabel(tx: Tx, uses: readonly SheetUse[]): Promise<void> {
  if (uses.length > 0) await tx.rows(removeUsesStatement, [JSON.stringify(uses)]);
}

// Mixes that are being saved wait for this lock, or this for them.
const lockStatement = statement('lock_sheet_products', 'select id from product where id = any($1::bigint[]) order by id for update');
const usedStatement = statement(
  'used_sheet_products',
  'select distinct product_id from order_mix_product where product_id = any($1::bigint[])',
);
const deleteUsesStatement = statement('delete_sheet_uses', 'delete from product_use where product_id = any($1::bigint[])');
const deleteStatement = statement('delete_sheet_products', 'delete from product where id = any($1::bigint[])');

/** The products that mixes of orders refer to. All are locked, so that no more can. */
export async function lockUsedProducts(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  await tx.rows(lockStatement, [ids]);
  return new Set((await tx.rows(usedStatement, [ids])).map(([id]) => String(id)));
}

export async function deleteSheetProducts(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.rows(deleteUsesStatement, [ids]);
  await tx.rows(deleteStatement, [ids]);
}
