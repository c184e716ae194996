import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { findFarmerOrder } from '../orders/order-store.ts';
import type { Database, Row } from '../platform/postgres/database.ts';
import { decodePhoto } from './decode-photo.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { countPhotos, hasFeedback, insertPhoto, lockFeedback } from './photo-store.ts';

export const maxPhotos = 5;
export const maxUploadBytes = 10 * 1024 * 1024;

const noFeedback = () => new AppError('NO_FEEDBACK', 'Please rate the order first, then add photos.');
export const tooManyPhotos = () =>
  new AppError('TOO_MANY_PHOTOS', `There are ${maxPhotos} photos already, which is the largest number. No more can be added.`);

export interface StoredPicture {
  key: string;
  width: number;
  height: number;
  bytes: number;
}

/** Decodes a farmer's upload and puts it into the storage, before any transaction. */
export async function storePicture(
  database: Database,
  storage: PhotoStorage,
  farmer: Actor,
  orderId: string,
  upload: Buffer,
): Promise<StoredPicture> {
  if ((await findFarmerOrder(database.read, orderId, farmer.id)) === undefined) throw orderNotFound();
  // Checked before the expensive decoding, and again under lock when the photo is added.
  if (!(await hasFeedback(database.read, orderId))) throw noFeedback();
  if ((await countPhotos(database.read, orderId)) >= maxPhotos) throw tooManyPhotos();
  const { picture, width, height } = await decodePhoto(farmer.id, upload);
  const key = randomUUID();
  await storage.put(key, picture);
  return { key, width, height, bytes: picture.length };
}

/** Adds a stored picture to the feedback of an order; at most five. */
export function addPhoto(database: Database, orderId: string, picture: StoredPicture, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    if (!(await lockFeedback(tx, orderId))) throw noFeedback();
    if ((await countPhotos(tx, orderId)) >= maxPhotos) throw tooManyPhotos();
    return insertPhoto(tx, { orderId, ...picture }, now);
  });
}
