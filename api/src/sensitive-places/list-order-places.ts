import { distancesForUser } from '../fields/geometry-in-worker.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { SensitivePlace } from './sensitive-place.ts';
import { listPlacesAround, readOrderGeometry } from './sensitive-place-store.ts';

/** A place within whose buffer an order is sprayed. */
export interface OrderPlace {
  place: SensitivePlace;
  distanceMetres: number;
  notice: { kind: string; sentAt: string } | undefined;
}

/** The places within whose buffer the field of an order comes, nearest first, for a user. */
export async function listOrderPlaces(db: Db, userId: string, orderId: string): Promise<OrderPlace[]> {
  const around = await listPlacesAround(db, orderId);
  const field = around.length === 0 ? undefined : await readOrderGeometry(db, orderId);
  if (field === undefined) return [];
  const distances = await distancesForUser(
    userId,
    field,
    around.map(({ place }) => ({ geometry: place.geometry, limitM: place.bufferMetres })),
  );
  return around
    .flatMap(({ place, notice }, at): OrderPlace[] => {
      const distance = distances[at];
      return distance === undefined ? [] : [{ place, notice, distanceMetres: Math.round(distance) }];
    })
    .sort((one, two) => one.distanceMetres - two.distanceMetres || Number(one.place.id) - Number(two.place.id));
}
