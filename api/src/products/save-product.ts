import { differences, insertAudit } from '../accounts/audit-store.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { AppError, invalid } from '../errors.ts';
import type { Database, Tx } from '../platform/postgres/database.ts';
import type { Product } from './product.ts';
import { changedFields, type ProductInput, productErrors } from './product-rules.ts';
import { findByNumbers, findProducts, insertProduct, lockProductRegister, saveProduct } from './product-store.ts';

export interface ProductContext {
  database: Database;
  catalog: Catalog;
  actorId: string;
  now: Date;
}

/** What the audit trail shows of a product; its uses as one text. */
function audited({ uses, ...fields }: ProductInput, crops: ReadonlyMap<string, { name: string }>) {
  const shown = uses.map(
    (use) => `${crops.get(use.cropId)?.name ?? use.cropId}, ${use.target}: ${use.doseMin}–${use.doseMax} ${use.doseUnit}`,
  );
  const { name, authorisationNumber, activeIngredients, reEntryHours, rainFastHours, beeHazard, bufferMetres, withdrawnOn } = fields;
  return {
    ...{ name, authorisationNumber, activeIngredients, reEntryHours, rainFastHours, beeHazard, bufferMetres, withdrawnOn },
    uses: shown.sort().join('\n'),
  };
}

async function checkInput({ catalog }: ProductContext, input: ProductInput) {
  const { crops } = await catalog.facts();
  const errors = productErrors(input, (id) => crops.has(id));
  if (errors.length > 0) throw invalid(...errors);
  return crops;
}

async function checkNumber(tx: Tx, { authorisationNumber }: ProductInput, ownId?: string): Promise<void> {
  const other = (await findByNumbers(tx, [authorisationNumber.toLowerCase()])).get(authorisationNumber.toLowerCase());
  if (other !== undefined && other.id !== ownId)
    throw new AppError('PRODUCT_EXISTS', `${other.name} has the authorisation number ${other.authorisationNumber} already.`);
}

const getProduct = async (tx: Tx, id: string): Promise<Product> => {
  const product = (await findProducts(tx, [id])).get(id);
  if (product === undefined) throw new AppError('NOT_FOUND', 'There is no such product.');
  return product;
};

export async function createProduct(context: ProductContext, input: ProductInput): Promise<Product> {
  const { database, actorId, now } = context;
  const crops = await checkInput(context, input);
  return database.transaction(async (tx) => {
    await lockProductRegister(tx);
    await checkNumber(tx, input);
    const id = await insertProduct(tx, input, now);
    const changes = differences({}, audited(input, crops));
    await insertAudit(tx, { actorId, action: 'product_create', subjectType: 'product', subjectId: id, changes }, now);
    return getProduct(tx, id);
  });
}

/** Replaces a product with its uses. Uses that are no longer given are no longer on the label. */
export async function changeProduct(
  context: ProductContext,
  id: string,
  input: ProductInput,
  expectedVersion: number | undefined,
): Promise<Product> {
  const { database, actorId, now } = context;
  const crops = await checkInput(context, input);
  return database.transaction(async (tx) => {
    await lockProductRegister(tx);
    const before = await getProduct(tx, id);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw new AppError('PRODUCT_CHANGED', 'The product has changed since you looked at it. Please look again before you change it.');
    await checkNumber(tx, input, id);
    if (changedFields(before, input).length === 0) return before;
    await saveProduct(tx, id, input);
    const changes = differences(audited(before, crops), audited(input, crops));
    await insertAudit(tx, { actorId, action: 'product_update', subjectType: 'product', subjectId: id, changes }, now);
    return getProduct(tx, id);
  });
}
