import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx, Value } from '../platform/postgres/database.ts';
import { looseStatement, orderBy, pageStatement, statement } from '../platform/postgres/sql.ts';
import type { BeeHazard, DoseUnit, Product, ProductMatch, ProductUse } from './product.ts';
import type { ProductInput, UseInput } from './product-rules.ts';

export const productSortColumns: Record<string, string> = {
  id: 'p.id',
  name: 'p.sort_name',
  authorisationNumber: 'lower(p.authorisation_number)',
  withdrawnOn: 'p.withdrawn_on',
};
const nullableSorts = ['withdrawnOn'];

const columns = `p.id, p.name, p.authorisation_number, p.active_ingredients, p.re_entry_hours, p.rain_fast_hours, p.bee_hazard, p.buffer_metres,
  to_char(p.withdrawn_on, 'YYYY-MM-DD'), p.version`;

const text = (value: unknown): string | null => (value == null ? null : String(value));
const number = (value: unknown): number | null => (value == null ? null : Number(value));

function toProduct(row: Row): Product {
  const [id, name, authorisationNumber, ingredients, reEntry, rainFast, bees, buffer, withdrawnOn, version] = row;
  return {
    id: String(id),
    name: String(name),
    authorisationNumber: String(authorisationNumber),
    activeIngredients: String(ingredients),
    reEntryHours: number(reEntry),
    rainFastHours: number(rainFast),
    beeHazard: text(bees) as BeeHazard | null,
    bufferMetres: number(buffer),
    withdrawnOn: text(withdrawnOn),
    version: Number(version),
    uses: [],
  };
}

const usesStatement = statement(
  'product_uses_on_label',
  `select u.product_id, u.id, u.crop_id, u.target, u.dose_min, u.dose_max, u.dose_unit, u.water_rate, u.max_applications, u.pre_harvest_days
     from product_use u where u.product_id = any($1::bigint[]) and u.is_on_label order by u.product_id, u.crop_id, u.id`,
);

const toUse = ([, id, cropId, target, doseMin, doseMax, unit, water, applications, harvest]: Row): ProductUse => ({
  id: String(id),
  cropId: String(cropId),
  target: String(target),
  doseMin: Number(doseMin),
  doseMax: Number(doseMax),
  doseUnit: unit as DoseUnit,
  waterRate: number(water),
  maxApplications: number(applications),
  preHarvestDays: number(harvest),
});

async function withUses(db: Db, products: Product[]): Promise<Product[]> {
  if (products.length === 0) return products;
  const byId = new Map(products.map((product) => [product.id, product]));
  for (const row of await db.rows(usesStatement, [[...byId.keys()]])) byId.get(String(row[0]))?.uses.push(toUse(row));
  return products;
}

export interface ProductFilter {
  /** Beginnings of words in name, authorisation number and active ingredients. */
  search: string | undefined;
  /** Only products with a use for this crop. */
  cropId: string | undefined;
  /** Only products that are not withdrawn on this date. */
  usableOn: string | undefined;
}

// Must equal the expression of the index product_words.
const words = `array_to_tsvector(plain_words(p.name || ' ' || p.authorisation_number || ' ' || p.active_ingredients))`;

function where({ search, cropId, usableOn }: ProductFilter): { text: string; values: Value[]; key: string } {
  const values: Value[] = [];
  const terms: string[] = [];
  if (search !== undefined) terms.push(`${words} @@ words_begun($${values.push(search)})`);
  if (cropId !== undefined)
    terms.push(`exists (select from product_use u where u.product_id = p.id and u.is_on_label and u.crop_id = $${values.push(cropId)})`);
  if (usableOn !== undefined) terms.push(`(p.withdrawn_on is null or p.withdrawn_on > $${values.push(usableOn)}::date)`);
  const key = [search === undefined ? '' : 's', cropId === undefined ? '' : 'c', usableOn === undefined ? '' : 'd'].join('');
  return { text: terms.length === 0 ? '' : `where ${terms.join(' and ')}`, values, key };
}

export async function countProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { text: condition, values } = where(filter);
  return Number((await db.rows(looseStatement(`select count(*) from product p ${condition}`), values))[0]?.[0]);
}

export async function listProducts(db: Db, filter: ProductFilter, sort: Sort[], limit: number, offset: number): Promise<Product[]> {
  const { text: condition, values, key } = where(filter);
  const order = orderBy(sort, productSortColumns, 'p.sort_name, p.id', 'p.id', nullableSorts);
  const build = (limits: string) => `select ${columns} from product p ${condition} order by ${order} ${limits}`;
  const rows = await db.rows(pageStatement(key === '' ? 'products' : undefined, sort, limit, offset, build), values);
  return withUses(db, rows.map(toProduct));
}

const findStatement = statement('find_products', `select ${columns} from product p where p.id = any($1::bigint[])`);

export async function findProducts(db: Db, ids: readonly string[]): Promise<Map<string, Product>> {
  const found = await withUses(db, (await db.rows(findStatement, [ids as string[]])).map(toProduct));
  return new Map(found.map((product) => [product.id, product]));
}

const byNumberStatement = statement(
  'products_by_number',
  `select ${columns} from product p where lower(p.authorisation_number) = any($1::text[])`,
);

/** Products by authorisation number in lower case. */
export async function findByNumbers(db: Db, numbers: readonly string[]): Promise<Map<string, Product>> {
  const found = await withUses(db, (await db.rows(byNumberStatement, [numbers as string[]])).map(toProduct));
  return new Map(found.map((product) => [product.authorisationNumber.toLowerCase(), product]));
}

// Both sides of each comparison are without case, accents and signs. The number counts before the name.
const matchStatement = statement(
  'match_products',
  `select k.at, k.by_number, ${columns}
     from unnest($1::text[], $2::text[]) with ordinality n (name, number, at)
     cross join lateral (
       select p.id, n.at, true as by_number from product p where n.number <> '' and sort_name_of(p.authorisation_number) = sort_name_of(n.number)
       union all
       select p.id, n.at, false from product p where p.sort_name = sort_name_of(n.name)
     ) k
     join product p on p.id = k.id
    order by k.at, k.by_number desc, p.id`,
);

/** Products of the register for products that a person has named. */
export async function matchProducts(
  db: Db,
  named: readonly { name: string; authorisationNumber: string | null }[],
): Promise<ProductMatch[]> {
  if (named.length === 0) return [];
  const rows = await db.rows(matchStatement, [named.map(({ name }) => name), named.map((one) => one.authorisationNumber ?? '')]);
  const found = new Map(
    (
      await withUses(
        db,
        rows.map(([, , ...product]) => toProduct(product)),
      )
    ).map((product) => [product.id, product]),
  );
  return named.map((_, at) => {
    const ofName = rows.filter(([position]) => Number(position) === at + 1);
    const best = ofName.filter(([, byNumber]) => byNumber === ofName[0]?.[1]);
    return { products: best.flatMap(([, , id]) => found.get(String(id)) ?? []), byNumber: best[0]?.[1] === 't' };
  });
}

const lockStatement = statement('lock_product_register', 'select pg_advisory_xact_lock(773628406)');

/** One change of the register at a time: they are rare, and an import reads and writes all of it. */
export async function lockProductRegister(tx: Tx): Promise<void> {
  await tx.rows(lockStatement);
}

const values = (input: ProductInput): Value[] => [
  input.name,
  input.authorisationNumber,
  input.activeIngredients,
  input.reEntryHours,
  input.rainFastHours === null ? null : String(input.rainFastHours),
  input.beeHazard,
  input.bufferMetres,
  input.withdrawnOn,
];

const insertStatement = statement(
  'insert_product',
  `insert into product (name, authorisation_number, active_ingredients, re_entry_hours, rain_fast_hours, bee_hazard, buffer_metres, withdrawn_on, created_at)
   values ($1, $2, $3, $4, $5::numeric, $6, $7, $8, $9) returning id`,
);

/** The register must be locked. */
export async function insertProduct(tx: Tx, input: ProductInput, now: Date): Promise<string> {
  const id = String((await tx.rows(insertStatement, [...values(input), now.toISOString()]))[0]?.[0]);
  await saveUses(tx, id, input.uses);
  return id;
}

const saveStatement = statement(
  'save_product',
  `update product set name = $1, authorisation_number = $2, active_ingredients = $3, re_entry_hours = $4, rain_fast_hours = $5::numeric,
          bee_hazard = $6, buffer_metres = $7, withdrawn_on = $8, version = version + 1 where id = $9`,
);

/** The register must be locked. */
export async function saveProduct(tx: Tx, id: string, input: ProductInput): Promise<void> {
  await tx.rows(saveStatement, [...values(input), id]);
  await saveUses(tx, id, input.uses);
}

const removeUsesStatement = statement(
  'take_uses_off_label',
  'update product_use set is_on_label = false where product_id = $1 and is_on_label',
);

const saveUsesStatement = statement(
  'save_product_uses',
  `insert into product_use as u (product_id, crop_id, target, dose_min, dose_max, dose_unit, water_rate, max_applications, pre_harvest_days)
   select $1, x."cropId", x.target, x."doseMin", x."doseMax", x."doseUnit", x."waterRate", x."maxApplications", x."preHarvestDays"
     from jsonb_to_recordset($2::jsonb) x ("cropId" bigint, target text, "doseMin" numeric, "doseMax" numeric, "doseUnit" text,
          "waterRate" numeric, "maxApplications" integer, "preHarvestDays" integer)
   on conflict (product_id, crop_id, lower(target)) do update
     set target = excluded.target, dose_min = excluded.dose_min, dose_max = excluded.dose_max, dose_unit = excluded.dose_unit,
         water_rate = excluded.water_rate, max_applications = excluded.max_applications, pre_harvest_days = excluded.pre_harvest_days,
         is_on_label = true`,
);

async function saveUses(tx: Tx, productId: string, uses: readonly UseInput[]): Promise<void> {
  await tx.rows(removeUsesStatement, [productId]);
  if (uses.length > 0) await tx.rows(saveUsesStatement, [productId, JSON.stringify(uses)]);
}
