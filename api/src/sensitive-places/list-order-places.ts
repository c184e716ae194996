import { distanceWithinM } from '../fields/measure-distance.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { SensitivePlace } from './sensitive-place.ts';
import { listPlacesAround, readOrderGeometry } from './sensitive-place-store.ts';

/** A place within whose buffer an order is sprayed. */
export interface OrderPlace {
  place: SensitivePlace;
  distanceMetres: number;
  notice: { kind: string; sentAt: string } | undefined;
}

/** The places within whose buffer the field of an order comes, nearest first. */
export async function listOrderPlaces(db: Db, orderId: string): Promise<OrderPlace[]> {
  const around = await listPlacesAround(db, orderId);
  const field = around.length === 0 ? undefined : await readOrderGeometry(db, orderId);
  if (field === undefined) return [];
  return around
    .flatMap(({ place, notice }): OrderPlace[] => {
      const distance = distanceWithinM(field, place.geometry, place.bufferMetres);
      return distance === undefined ? [] : [{ place, notice, distanceMetres: Math.round(distance) }];
    })
    .sort((one, two) => one.distanceMetres - two.distanceMetres || Number(one.place.id) - Number(two.place.id));
}
