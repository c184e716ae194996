import { insertAudit } from '../accounts/audit-store.ts';
import { invalid } from '../errors.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { Product } from './product.ts';
import { changedFields, type ProductInput } from './product-rules.ts';
import { findByNumbers, insertProduct, lockProductRegister, saveProduct } from './product-store.ts';
import type { ReadProducts } from './product-table-rules.ts';

export interface ImportLine {
  name: string;
  authorisationNumber: string;
  result: 'new' | 'changed' | 'unchanged';
  /** Names of the fields that change. */
  changes: string[];
}

function lineOf(input: ProductInput, before: Product | undefined): ImportLine {
  const changes = before === undefined ? [] : changedFields(before, input);
  const { name, authorisationNumber } = input;
  return { name, authorisationNumber, result: before === undefined ? 'new' : changes.length === 0 ? 'unchanged' : 'changed', changes };
}

const numbersOf = (products: readonly ProductInput[]) => products.map(({ authorisationNumber }) => authorisationNumber.toLowerCase());

function checkRead({ products, errors }: ReadProducts): ProductInput[] {
  if (errors.length > 0) throw invalid(...errors);
  return products;
}

/** What an import would change. Nothing is stored. */
export async function previewImport(db: Db, read: ReadProducts): Promise<ImportLine[]> {
  const products = checkRead(read);
  const known = await findByNumbers(db, numbersOf(products));
  return products.map((input) => lineOf(input, known.get(input.authorisationNumber.toLowerCase())));
}

/** Adds and changes the products of a file in one transaction: all or none. Products that the file does not have stay. */
export function importProducts(database: Database, actorId: string, read: ReadProducts, now: Date): Promise<ImportLine[]> {
  const products = checkRead(read);
  return database.transaction(async (tx) => {
    await lockProductRegister(tx);
    const known = await findByNumbers(tx, numbersOf(products));
    const lines: ImportLine[] = [];
    for (const input of products) {
      const before = known.get(input.authorisationNumber.toLowerCase());
      const line = lineOf(input, before);
      lines.push(line);
      if (before === undefined) await insertProduct(tx, input, now);
      else if (line.result === 'changed') await saveProduct(tx, before.id, input);
    }
    const changed = lines.filter(({ result }) => result !== 'unchanged');
    if (changed.length > 0) {
      const count = (result: ImportLine['result']) => changed.filter((line) => line.result === result).length;
      const changes = [
        { field: 'added', from: null, to: count('new') },
        { field: 'changed', from: null, to: count('changed') },
        {
          field: 'products',
          from: null,
          to: changed
            .map(({ name }) => name)
            .slice(0, 50)
            .join(', '),
        },
      ];
      await insertAudit(tx, { actorId, action: 'product_import', subjectType: 'product', subjectId: null, changes }, now);
    }
    return lines;
  });
}
