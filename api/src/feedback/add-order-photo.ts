import { randomUUID } from 'node:crypto';
import { AppError } from '../errors.ts';
import { orderNotFound } from '../orders/act-on-order.ts';
import type { Actor } from '../orders/order.ts';
import { lockOrder } from '../orders/order-change-store.ts';
import { type DescribedOrder, refusalDetail } from '../orders/order-rules.ts';
import type { Database, Db, Row } from '../platform/postgres/database.ts';
import { maxPhotos, type StoredPicture, tooManyPhotos } from './add-photo.ts';
import { decodePhoto } from './decode-photo.ts';
import {
  countSubjectPhotos,
  findOrderOfPhotos,
  findPhotoSubject,
  insertOrderPhoto,
  type OrderPhotoKind,
  type PhotoSubject,
} from './order-photo-store.ts';
import type { PhotoStorage } from './photo-storage.ts';

function beforeObjectionPhotos({ status, reported }: DescribedOrder): string {
  if (status !== 'in_progress' && status !== 'completed') return 'There is no open objection. Please call the office.';
  return reported === true
    ? 'There is no open objection. Object first, then add photos.'
    : 'You can object once the crew has reported the work done.';
}

async function getSubject(db: Db, orderId: string, kind: OrderPhotoKind, authorId: string): Promise<PhotoSubject> {
  const subject = await findPhotoSubject(db, orderId, kind, authorId);
  if (subject === undefined) {
    const order = await findOrderOfPhotos(db, orderId);
    if (order === undefined) throw orderNotFound();
    if (kind === 'not_sprayed') {
      const instead = 'You can add them once you have marked the job as not sprayed.';
      throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, 'add photos of the field', instead));
    }
    if (kind === 'report') {
      const instead =
        order.status === 'cancelled' ? 'Nothing more can be done with it.' : 'You can add them once the work is reported done.';
      throw new AppError('ACTION_NOT_ALLOWED', refusalDetail(order, 'add photos of the work', instead));
    }
    throw new AppError('NO_OBJECTION', refusalDetail(order, 'add photos to an objection', beforeObjectionPhotos(order)));
  }
  if ((await countSubjectPhotos(db, orderId, subject)) >= maxPhotos) throw tooManyPhotos();
  return subject;
}

/** Decodes an upload and puts it into the storage, before any transaction. The caller has checked that the order is visible. */
export async function storeOrderPicture(
  database: Database,
  storage: PhotoStorage,
  authorId: string,
  orderId: string,
  kind: OrderPhotoKind,
  upload: Buffer,
): Promise<StoredPicture> {
  // Checked before the expensive decoding, and again under lock when the photo is added.
  await getSubject(database.write, orderId, kind, authorId);
  const { picture, width, height } = await decodePhoto(authorId, upload);
  const key = randomUUID();
  await storage.put(key, picture);
  return { key, width, height, bytes: picture.length };
}

/** Adds a stored picture to the report, to the open objection or to the visit that ended without spraying; at most five to each. The lock of the order serialises additions. */
export function addOrderPhoto(
  database: Database,
  author: Actor,
  orderId: string,
  kind: OrderPhotoKind,
  picture: StoredPicture,
  now: Date,
): Promise<Row> {
  return database.transaction(async (tx) => {
    if ((await lockOrder(tx, orderId)) === undefined) throw orderNotFound();
    const subject = await getSubject(tx, orderId, kind, author.id);
    return insertOrderPhoto(tx, { orderId, authorId: author.id, ...subject, ...picture }, now);
  });
}
