import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { findFarmerOrder } from '../orders/order-store.ts';
import type { Database, Row } from '../platform/db.ts';
import type { PhotoStorage } from './photo-storage.ts';
import { countPhotos, insertPhoto, lockFeedback } from './photo-store.ts';

export const mostPhotos = 5;
export const largestUpload = 10 * 1024 * 1024;
const longestSide = 2048;

/** Loaded with the first picture: it takes 25 MB and a tenth of a second, and many services never see one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Pictures come rarely and large: keep no cache of them, and one core for everyone else.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const notAPicture = () => new AppError('NOT_A_PICTURE', 'This is not a JPEG, PNG or WebP picture, whatever its name says.');

/** Looks at the content, not at the name; turns it upright, makes it smaller, and leaves place, camera and time of the picture behind. */
export async function reencode(upload: Buffer): Promise<{ picture: Buffer; width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const image = sharp(upload, { limitInputPixels: 60_000_000, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw notAPicture();
    const { data, info } = await image
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
    return { picture: data, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof AppError ? error : notAPicture();
  }
}

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
  const { picture, width, height } = await reencode(upload);
  const key = randomUUID();
  await storage.put(key, picture);
  return { key, width, height, bytes: picture.length };
}

/** Up to five, once there is feedback to go with. */
export function addPhoto(database: Database, orderId: string, picture: StoredPicture, now: Date): Promise<Row> {
  return database.transaction(async (tx) => {
    if (!(await lockFeedback(tx, orderId))) throw new AppError('NO_FEEDBACK', 'Please rate the order first, then add photos.');
    if ((await countPhotos(tx, orderId)) >= mostPhotos)
      throw new AppError('TOO_MANY_PHOTOS', `There may be ${mostPhotos} photos, and there are.`);
    return insertPhoto(tx, { orderId, ...picture }, now);
  });
}
