import type { Crop } from '../catalog/catalog-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { type DoseUnit, doseUnits, type Product } from '../products/product.ts';
import {
  type BoundedField,
  maxUses,
  numberError,
  productBounds,
  productFields,
  type UseInput,
  useErrors,
  useFields,
  useKey,
} from '../products/product-rules.ts';
import { findByNumbers, findProducts, lockProductRegister } from '../products/product-store.ts';
import { plainText } from './column-rules.ts';
import { cropNames } from './crop-name-rules.ts';
import {
  deleteSheetProducts,
  insertSheetProducts,
  lockUsedProducts,
  type ProductColumns,
  type SheetUse,
  saveSheetUses,
  takeUsesOffLabel,
  updateSheetProducts,
} from './product-sheet-store.ts';
import type { RowReader } from './row-reader-rules.ts';
import { type AppliedRow, BlockedImport, type BlockedRow, type Comparison, refused, type SheetHandler } from './sheet-handler.ts';
import type { RowDetail } from './sheet-import.ts';

/** Values of a row with a product, and one use of it. null: the cell is empty, and the stored value stays. */
export interface ProductValues extends ProductColumns {
  /** null: the row has no use. */
  use: UseInput | null;
}

/** What a row has changed: fields of the product (null: it was added) and the use (null: it was added, or the row has none). */
interface Before {
  product: Partial<ProductColumns> | null;
  use: UseInput | null;
}

const useColumns = ['crop', ...useFields];

const keyOf = ({ authorisationNumber }: Pick<ProductValues, 'authorisationNumber'>): string => authorisationNumber.toLowerCase();
const shown = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

// Lít is also written in full.
const unitNames = new Map<string, DoseUnit>([
  ...doseUnits.map((unit): [string, DoseUnit] => [plainText(unit), unit]),
  ...(['lit ha', 'litre ha', 'lit hecta'] as const).map((name): [string, DoseUnit] => [name, 'l/ha']),
]);

function readNumber(reader: RowReader, field: BoundedField): number | null {
  const [smallest, largest] = productBounds[field];
  const value = reader.number(field, smallest, largest);
  const message = numberError(field, value);
  return message === undefined ? value : reader.fail(field, message);
}

function readUse(reader: RowReader, crops: ReadonlyMap<string, Crop>): UseInput | null {
  if (useColumns.every((field) => reader.cell(field) === '')) return null;
  const cropId = reader.require('crop', reader.choice('crop', cropNames(crops), 'is not a crop that we spray'));
  const target = reader.requireLine('target', 200);
  const doseMin = reader.require('doseMin', readNumber(reader, 'doseMin'));
  const doseMax = reader.require('doseMax', readNumber(reader, 'doseMax'));
  const known = `must be one of ${doseUnits.join(', ')}`;
  const doseUnit = reader.require('doseUnit', reader.choice('doseUnit', unitNames, known)) as DoseUnit | null;
  const waterRate = readNumber(reader, 'waterRate');
  const maxApplications = readNumber(reader, 'maxApplications');
  const preHarvestDays = readNumber(reader, 'preHarvestDays');
  if (cropId === null || doseMin === null || doseMax === null || doseUnit === null) return null;
  const use = { cropId, target, doseMin, doseMax, doseUnit, waterRate, maxApplications, preHarvestDays };
  for (const { path, message } of useErrors(use, (field) => field)) reader.fail(path, message);
  return use;
}

/** The stored record with the values of a row; empty cells keep what is stored. */
function withValues<T extends object>(stored: T, values: T): T {
  const given = Object.entries(values).filter(([field, value]) => value !== null && field in stored);
  return { ...stored, ...Object.fromEntries(given) };
}

const columnsOf = (values: ProductColumns): ProductColumns =>
  Object.fromEntries(productFields.map((field) => [field, values[field]])) as unknown as ProductColumns;
const usePartOf = ({ cropId, ...use }: UseInput): UseInput =>
  ({ cropId, ...Object.fromEntries(useFields.map((field) => [field, use[field]])) }) as UseInput;
const usedAs = (stored: UseInput | null | undefined, use: UseInput): UseInput =>
  stored === null || stored === undefined ? use : withValues(usePartOf(stored), use);
const isSameUse = (one: UseInput, other: UseInput): boolean => useFields.every((field) => one[field] === other[field]);
const useOf = ({ uses }: Product, use: UseInput | null): UseInput | undefined =>
  use === null ? undefined : uses.find((stored) => useKey(stored) === useKey(use));

function productChanges(product: Product, values: ProductValues): RowDetail[] {
  return productFields
    .filter((field) => values[field] !== null && values[field] !== product[field])
    .map((field) => ({ field, from: shown(product[field]), to: shown(values[field]) }));
}

function useChanges(stored: UseInput | undefined, use: UseInput | null, crops: ReadonlyMap<string, Crop>): RowDetail[] {
  if (use === null) return [];
  const after = usedAs(stored, use);
  const changed = useFields
    .filter((field) => after[field] !== (stored?.[field] ?? null))
    .map((field) => ({ field, from: shown(stored?.[field]), to: shown(after[field]) }));
  return stored === undefined ? [{ field: 'crop', from: null, to: crops.get(use.cropId)?.name ?? use.cropId }, ...changed] : changed;
}

/**
 * Products, found by their authorisation number. A row is a product with one use; the rows of a product repeat its fields, and the first
 * of them changes them. Uses that the file does not have stay.
 */
export const productHandler: SheetHandler<ProductValues> = {
  isUndoneInReverse: true,
  read(reader, { facts }) {
    return {
      name: reader.requireLine('name', 200),
      authorisationNumber: reader.requireLine('authorisationNumber', 60),
      activeIngredients: reader.requireLine('activeIngredients', 500),
      reEntryHours: readNumber(reader, 'reEntryHours'),
      rainFastHours: readNumber(reader, 'rainFastHours'),
      beeHazard: reader.word('beeHazard', 'beeHazard'),
      bufferMetres: readNumber(reader, 'bufferMetres'),
      withdrawnOn: reader.date('withdrawnOn'),
      use: readUse(reader, facts.crops),
    };
  },
  labelOf: ({ name, use }) => (use === null ? name : `${name}, ${use.target}`),
  keysOf: (values) => [
    values.use === null
      ? { field: 'authorisationNumber', key: keyOf(values) }
      : { field: 'target', key: JSON.stringify([keyOf(values), useKey(values.use)]) },
  ],
  sharedOf: (values) => ({ key: keyOf(values), values: { ...columnsOf(values) } }),

  async compare(db, rows, { facts }, { locks, memory }) {
    // `locks` is asked for in transactions only.
    if (locks) await lockProductRegister(db as Tx);
    const known = await findByNumbers(db, [...new Set(rows.map(({ values }) => keyOf(values)))]);
    // In the transaction of an application, uses of earlier rows are stored already.
    const addedUses = locks ? new Map<string, number>() : memory;
    const compareOne = (values: ProductValues, number: number): Comparison => {
      const key = keyOf(values);
      const product = known.get(key);
      const stored = product === undefined ? undefined : useOf(product, values.use);
      if (values.use !== null && stored === undefined) {
        const added = (addedUses.get(`uses ${key}`) ?? 0) + 1;
        if ((product?.uses.length ?? 0) + added > maxUses)
          return refused({ field: 'crop', message: `must be one of at most ${maxUses} uses` });
        addedUses.set(`uses ${key}`, added);
      }
      const first = memory.get(`first ${key}`) ?? number;
      memory.set(`first ${key}`, first);
      if (product === undefined || memory.has(`added ${key}`)) {
        memory.set(`added ${key}`, first);
        const before: Before = { product: first === number ? null : {}, use: null };
        return { outcome: 'new', details: [], targetId: product?.id ?? null, before };
      }
      const changes = first === number ? productChanges(product, values) : [];
      const details = [...changes, ...useChanges(stored, values.use, facts.crops)];
      if (details.length === 0) return { outcome: 'same', details, targetId: product.id };
      const changed = Object.fromEntries(changes.map(({ field }) => [field, product[field as keyof ProductColumns]]));
      const before: Before = { product: changed, use: stored === undefined ? null : usePartOf(stored) };
      return { outcome: 'changed', details, targetId: product.id, before };
    };
    return rows.map(({ values, number }) => compareOne(values, number));
  },

  async write(tx, rows, { now }) {
    const known = await findByNumbers(tx, [...new Set(rows.map(({ values }) => keyOf(values)))]);
    const added = rows.filter(({ values, before }) => !known.has(keyOf(values)) && (before as Before).product === null);
    const ids = await insertSheetProducts(
      tx,
      added.map(({ number, values }) => ({ ...columnsOf(values), number })),
      now,
    );
    const idOf = (values: ProductValues): string => known.get(keyOf(values))?.id ?? String(ids.get(keyOf(values)));
    // All rows of a product have the same fields; its version changes once for all of them.
    const changed = new Map<string, ProductColumns & { id: string }>();
    for (const { values } of rows) {
      const product = known.get(keyOf(values));
      if (product !== undefined) changed.set(product.id, { id: product.id, ...withValues(columnsOf(product), columnsOf(values)) });
    }
    await updateSheetProducts(tx, [...changed.values()]);
    await saveSheetUses(
      tx,
      rows.flatMap(({ values }): SheetUse[] => {
        const product = known.get(keyOf(values));
        if (values.use === null) return [];
        return [{ productId: idOf(values), ...usedAs(product && useOf(product, values.use), values.use) }];
      }),
    );
    return rows.map(({ number, values, before = null }) => ({ number, targetId: idOf(values), before }));
  },

  async undo(tx, rows) {
    await lockProductRegister(tx);
    const added = rows.filter(({ before }) => (before as Before).product === null).map(({ targetId }) => targetId);
    const used = await lockUsedProducts(tx, added);
    const products = await findProducts(tx, [...new Set(rows.map(({ targetId }) => targetId))]);
    const blocked: BlockedRow[] = [];
    const [saved, removed]: [SheetUse[], SheetUse[]] = [[], []];
    // The last row of a product first, so that no use of the file is left when the row that added the product is reached.
    for (const row of rows.toSorted((a, b) => b.number - a.number)) {
      const product = products.get(row.targetId);
      const message = undoProblem(row, product, used);
      if (message !== undefined) blocked.push({ row: row.number, message });
      else if (product !== undefined) undoRow(row, product, saved, removed);
    }
    if (blocked.length > 0) throw new BlockedImport('blocked', blocked);
    await takeUsesOffLabel(tx, removed);
    await saveSheetUses(tx, saved);
    await deleteSheetProducts(tx, added);
    await updateSheetProducts(
      tx,
      [...products.values()].filter(({ id }) => !added.includes(id)).map((product) => ({ id: product.id, ...columnsOf(product) })),
    );
  },
};

function undoProblem({ values, before }: AppliedRow<ProductValues>, product: Product | undefined, used: ReadonlySet<string>) {
  const { product: old, use: oldUse } = before as Before;
  const changed = `${values.name} has been changed since the import`;
  if (product === undefined) return changed;
  const fields = old === null ? productFields : productFields.filter((field) => field in old);
  if (fields.some((field) => product[field] !== values[field])) return changed;
  if (values.use !== null) {
    const applied = usedAs(oldUse, values.use);
    const stored = useOf(product, values.use);
    const wasChanged = oldUse === null || !isSameUse(oldUse, applied);
    if (wasChanged && (stored === undefined || !isSameUse(stored, applied))) return changed;
  }
  if (old !== null) return undefined;
  if (product.uses.length > (values.use === null ? 0 : 1)) return changed;
  return used.has(product.id) ? `${values.name} has been used in mixes since the import` : undefined;
}

/** Changes the product back, and collects what that means for its uses. */
function undoRow({ values: { use }, before }: AppliedRow<ProductValues>, product: Product, saved: SheetUse[], removed: SheetUse[]): void {
  const { product: old, use: oldUse } = before as Before;
  Object.assign(product, old ?? {});
  if (use === null) return;
  if (oldUse === null) {
    removed.push({ productId: product.id, ...use });
    product.uses = product.uses.filter((stored) => useKey(stored) !== useKey(use));
  } else if (!isSameUse(oldUse, usedAs(oldUse, use))) saved.push({ productId: product.id, ...oldUse });
}
