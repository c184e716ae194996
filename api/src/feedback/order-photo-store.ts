import type { OrderStatus } from '../orders/order.ts';
import type { DescribedOrder } from '../orders/order-rules.ts';
import type { Sort } from '../platform/http/paging.ts';
import type { Db, Row, Tx } from '../platform/postgres/database.ts';
import { listStatement, orderBy, statement } from '../platform/postgres/sql.ts';

export const orderPhotoKinds = ['report', 'objection', 'not_sprayed'] as const;
export type OrderPhotoKind = (typeof orderPhotoKinds)[number];

/** What a photo is added to: the report of the work, an objection, or a visit that ended without spraying. */
export interface PhotoSubject {
  kind: OrderPhotoKind;
  /** With `objection` only. */
  objectionId: string | null;
  /** With `not_sprayed` only. */
  notSprayedId: string | null;
}

const reportStatement = statement('is_work_reported', 'select 1 from spray_order where id = $1 and reported_at is not null');
const objectionStatement = statement('open_objection', 'select id from objection where order_id = $1 and resolved_at is null');

// The author is not on the crew any more.
const notSprayedStatement = statement(
  'last_visit_not_sprayed',
  'select id from not_sprayed where order_id = $1 and actor_id = $2 order by id desc limit 1',
);

const orderStatement = statement(
  'order_of_photos',
  'select order_status, reported_at is not null, objected from spray_order where id = $1',
);

/** The state of an order to which photos cannot be added. */
export async function findOrderOfPhotos(db: Db, orderId: string): Promise<DescribedOrder | undefined> {
  const [row] = await db.rows(orderStatement, [orderId]);
  return row === undefined ? undefined : { status: row[0] as OrderStatus, reported: row[1] === 't', objected: row[2] === 't' };
}

/** undefined: the work is not reported, there is no open objection, or the author has not marked a visit as not sprayed. */
export async function findPhotoSubject(db: Db, orderId: string, kind: OrderPhotoKind, authorId: string): Promise<PhotoSubject | undefined> {
  if (kind === 'report') {
    const [row] = await db.rows(reportStatement, [orderId]);
    return row === undefined ? undefined : { kind, objectionId: null, notSprayedId: null };
  }
  if (kind === 'objection') {
    const [row] = await db.rows(objectionStatement, [orderId]);
    return row === undefined ? undefined : { kind, objectionId: String(row[0]), notSprayedId: null };
  }
  const [row] = await db.rows(notSprayedStatement, [orderId, authorId]);
  return row === undefined ? undefined : { kind, objectionId: null, notSprayedId: String(row[0]) };
}

const countOfSubjectStatement = statement(
  'count_photos_of_subject',
  `select count(*) from order_photo where order_id = $1 and kind = $2 and objection_id is not distinct from $3::bigint
      and not_sprayed_id is not distinct from $4::bigint`,
);

export async function countSubjectPhotos(db: Db, orderId: string, { kind, objectionId, notSprayedId }: PhotoSubject): Promise<number> {
  return Number((await db.rows(countOfSubjectStatement, [orderId, kind, objectionId, notSprayedId]))[0]?.[0]);
}

const utcText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const columns = `p.id, ${utcText('p.created_at')}, p.kind, p.width, p.height, p.bytes`;

export interface NewOrderPhoto extends PhotoSubject {
  orderId: string;
  authorId: string;
  key: string;
  width: number;
  height: number;
  bytes: number;
}

const insertStatement = statement(
  'insert_order_photo',
  `insert into order_photo as p (order_id, kind, objection_id, author_id, key, width, height, bytes, created_at, not_sprayed_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${columns}`,
);

export async function insertOrderPhoto(tx: Tx, photo: NewOrderPhoto, now: Date): Promise<Row> {
  const { orderId, kind, objectionId, notSprayedId, authorId, key, width, height, bytes } = photo;
  const values = [orderId, kind, objectionId, authorId, key, width, height, bytes, now.toISOString(), notSprayedId];
  return (await tx.rows(insertStatement, values))[0] as Row;
}

export const orderPhotoSortColumns: Record<string, string> = { id: 'p.id' };

const countStatement = statement('count_order_photos', 'select count(*) from order_photo where order_id = $1');

export async function countOrderPhotos(db: Db, orderId: string): Promise<number> {
  return Number((await db.rows(countStatement, [orderId]))[0]?.[0]);
}

/** Default sort: oldest first. */
export function listOrderPhotos(db: Db, orderId: string, sort: Sort[], limit: number, offset: number): Promise<Row[]> {
  const order = orderBy(sort, orderPhotoSortColumns, 'p.id', 'p.id');
  const build = () => `select ${columns} from order_photo p where p.order_id = $1 order by ${order} limit $2 offset $3`;
  return db.rows(listStatement('photos of order', sort, build), [orderId, limit, offset]);
}

const keyStatement = statement('order_photo_key', 'select key from order_photo where id = $1 and order_id = $2');

export async function findOrderPhotoKey(db: Db, photoId: string, orderId: string): Promise<string | undefined> {
  return (await db.rows(keyStatement, [photoId, orderId]))[0]?.[0] ?? undefined;
}
