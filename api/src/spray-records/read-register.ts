import { countApplications, lockSeason } from '../mixes/mix-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { matchProducts } from '../products/product-store.ts';
import type { RecordProduct } from './record-content.ts';
import type { RegisterFacts } from './register-rules.ts';

/** What the register says about these products. The order must be locked; other orders of the farmer wait, because applications are counted. */
export async function readRegister(
  tx: Tx,
  { orderId, farmerId, cropId }: { orderId: string; farmerId: string; cropId: string },
  products: readonly RecordProduct[],
): Promise<RegisterFacts> {
  const none = { products: [], byNumber: false };
  if (products.length === 0) return { cropId, matchesOf: () => none, otherApplications: () => 0 };
  await lockSeason(tx, farmerId);
  const keyOf = ({ name, authorisationNumber }: RecordProduct) => JSON.stringify([name, authorisationNumber]);
  const named = [...new Map(products.map((product) => [keyOf(product), product])).values()];
  const matches = await matchProducts(tx, named);
  const found = new Map(named.map((product, at) => [keyOf(product), matches[at] ?? none]));
  const ids = [...new Set(matches.flatMap((match) => match.products.map(({ id }) => id)))];
  const applications = ids.length === 0 ? new Map<string, number>() : await countApplications(tx, orderId, ids);
  return {
    cropId,
    matchesOf: (product) => found.get(keyOf(product)) ?? none,
    otherApplications: (productId) => applications.get(productId) ?? 0,
  };
}
