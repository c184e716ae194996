import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { statement } from '../platform/postgres/sql.ts';

// Serialises additions of photos to the same feedback, so that the limit holds.
const lockStatement = statement('lock_feedback', 'select order_id from feedback where order_id = $1 for no key update');

export async function lockFeedback(tx: Tx, orderId: string): Promise<boolean> {
  return (await tx.rows(lockStatement, [orderId])).length > 0;
}

const hasFeedbackStatement = statement('has_feedback', 'select 1 from feedback where order_id = $1');

export async function hasFeedback(db: Db, orderId: string): Promise<boolean> {
  return (await db.rows(hasFeedbackStatement, [orderId])).length > 0;
}

const countStatement = statement('count_photos', 'select count(*) from feedback_photo where order_id = $1');

export async function countPhotos(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

export interface NewPhoto {
  orderId: string;
  key: string;
  width: number;
  height: number;
  bytes: number;
}

const insertStatement = statement(
  'insert_photo',
  'insert into feedback_photo (order_id, key, width, height, bytes, created_at) values ($1, $2, $3, $4, $5, $6) returning id, width, height, bytes',
);

export async function insertPhoto(tx: Tx, photo: NewPhoto, now: Date): Promise<Row> {
  const { orderId, key, width, height, bytes } = photo;
  return (await tx.rows(insertStatement, [orderId, key, width, height, bytes, now.toISOString()]))[0] as Row;
}

const listPhotosStatement = statement(
  'list_photos',
  'select id, width, height, bytes from feedback_photo where order_id = $1 order by id limit $2 offset $3',
);

export function listPhotos(db: Db, orderId: string, limit: number, offset: number): Promise<Row[]> {
  return db.rows(listPhotosStatement, [orderId, limit, offset]);
}

const keyStatement = statement('photo_key', 'select key from feedback_photo where id = $1 and order_id = $2');

export async function findPhotoKey(db: Db, photoId: string, orderId: string): Promise<string | undefined> {
  return (await db.rows(keyStatement, [photoId, orderId]))[0]?.[0] ?? undefined;
}
