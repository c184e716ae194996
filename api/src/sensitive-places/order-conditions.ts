import { AppError } from '../errors.ts';
import { distancesForUser } from '../fields/geometry-in-worker.ts';
import type { Db } from '../platform/postgres/database.ts';
import { beesCautionM, noConditions, type OrderConditions, worsePlace } from '../weather/order-condition-rules.ts';
import {
  listPlacesAroundOrders,
  type MixedProducts,
  type PlaceNearOrder,
  readMixedProducts,
  readOrderGeometries,
  readPlaceGeometries,
} from './order-condition-store.ts';

/** An entry has some 100 bytes. */
const maxDistances = 20_000;

/** Threads run for users; these for none of them. */
const jobUser = 'spray windows of orders';

/** A pair within reach of each other, as far as the products and the place require. */
interface Pair extends PlaceNearOrder {
  bufferM: number;
  limitM: number;
  key: string;
}

/**
 * What products and sensitive places require of the spray windows of orders. A distance is known once and kept in memory; its key
 * changes with the geometry of the field and of the place.
 */
export class OrderConditionReader {
  readonly #distances = new Map<string, number | undefined>();

  async read(db: Db, orderIds: readonly string[]): Promise<Map<string, OrderConditions>> {
    if (orderIds.length === 0) return new Map();
    const products = await readMixedProducts(db, [...new Set(orderIds)]);
    if (products.length === 0) return new Map();
    const conditions = new Map(products.map(({ orderId, rainFastHours }) => [orderId, { ...noConditions, rainFastHours }]));
    const productsOf = new Map(products.map((one) => [one.orderId, one]));
    const pairs = (await listPlacesAroundOrders(db, products)).map((near) => toPair(near, productsOf.get(near.orderId)));
    const distances = await this.#measure(db, pairs);
    for (const { key, orderId, isHives, bufferM } of pairs) {
      const [distanceM, found] = [distances.get(key), conditions.get(orderId)];
      if (distanceM === undefined || found === undefined) continue;
      const near = { distanceM, bufferM };
      if (isHives) found.hives = worsePlace(found.hives, near);
      else found.place = worsePlace(found.place, near);
    }
    return conditions;
  }

  async #measure(db: Db, pairs: readonly Pair[]): Promise<Map<string, number | undefined>> {
    const missing = pairs.filter(({ key }) => !this.#distances.has(key));
    const known = new Map(pairs.map(({ key }) => [key, this.#distances.get(key)]));
    if (missing.length > 0) {
      const fields = await readOrderGeometries(db, [...new Set(missing.map(({ orderId }) => orderId))]);
      const places = await readPlaceGeometries(db, [...new Set(missing.map(({ placeId }) => placeId))]);
      for (const [orderId, field] of fields) {
        const own = missing.flatMap((pair) => {
          const geometry = places.get(pair.placeId);
          return pair.orderId === orderId && geometry !== undefined ? [{ ...pair, geometry }] : [];
        });
        // While the service is too busy to measure a large boundary, its place counts as reached, so that no STOP is missed.
        const isKept = await distancesForUser(jobUser, field, own).then(
          (distances) => {
            for (const [at, { key }] of own.entries()) known.set(key, distances[at]);
            return true;
          },
          (error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            for (const { key } of own) known.set(key, 0);
            return false;
          },
        );
        if (isKept) for (const { key } of own) this.#keep(key, known.get(key));
      }
    }
    return known;
  }

  #keep(key: string, distanceM: number | undefined): void {
    if (this.#distances.size >= maxDistances) this.#distances.clear();
    this.#distances.set(key, distanceM);
  }
}

function toPair(near: PlaceNearOrder, products: MixedProducts | undefined): Pair {
  const bufferM = Math.max(near.placeBufferM, products?.bufferMetres ?? 0);
  const limitM = near.isHives ? Math.max(bufferM, beesCautionM) : bufferM;
  return { ...near, bufferM, limitM, key: `${near.orderId} ${near.placeId} ${near.version} ${limitM}` };
}
